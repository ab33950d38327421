package dev.sheaf.groupby.cuda.fast;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Groups by hashes of keys with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedHashedKeysTest {
    private static final int ROWS = 900;
    private static final List<Integer> KEYS = List.of(0, 1);
    private static final String FORCED = "partition";

    private final EmulatedDevice device = EmulatedDevice.create(1L << 28);
    private final String[] texts = new String[ROWS];
    private final Boolean[] flags = new Boolean[ROWS];
    private final int[] values = new int[ROWS];
    private final Map<List<Object>, Long> sums = new HashMap<>();

    EmulatedHashedKeysTest() {
        for (int row = 0; row < ROWS; row++) {
            texts[row] = row % 29 == 3 ? null : "a text of many bytes " + row % 17 + (row % 2 == 0 ? "" : " ä");
            flags[row] = row % 5 == 0;
            values[row] = row * row % 1_000 - 400;
            if (texts[row] != null) {
                sums.merge(List.of(texts[row], flags[row]), (long) values[row], Long::sum);
            }
        }
    }

    @Test
    void groupsByHashesAreThoseByKeys(MemoryPool pool) {
        run(
                pool,
                (request, stream) -> new HashedKeys(plans(pool), stream, Long.SIZE)
                        .group(request, columns(request), hashed -> fast(pool).group(hashed, stream)),
                (outcome, stream) -> assertGroups(outcome, stream, pool, "keys as hashes"));
    }

    /// With a hash of three bits, many keys have each.
    @Test
    void twoKeysOfOneHashAreNotOneGroup(MemoryPool pool) {
        run(
                pool,
                (request, stream) -> new HashedKeys(plans(pool), stream, 3)
                        .group(request, columns(request), hashed -> fast(pool).group(hashed, stream)),
                (outcome, _) -> assertThat(outcome.isRefused(Refusal.Seen.FULL)).isTrue());
    }

    @Test
    void keysWithoutHashesOfTheirOwnAreNumbered(MemoryPool pool) {
        Outcome.Refused asWords = new Outcome.Refused(new Refusal.Keys("texts", Optional.empty()));
        run(
                pool,
                (request, stream) -> new NumberedKeys(plans(pool), stream, FORCED, 3)
                        .group(request, asWords, other -> fast(pool).group(other, stream)),
                (outcome, stream) -> assertGroups(outcome, stream, pool, "keys as numbers"));
    }

    private PlanRun plans(MemoryPool pool) {
        return FastGroupBy.plans(device.open().store(), pool);
    }

    private FastGroupBy fast(MemoryPool pool) {
        return new FastGroupBy(device.open().store(), pool, FORCED);
    }

    private static List<DeviceColumn> columns(FastRequest request) {
        return request.rows().table().columns().subList(0, KEYS.size());
    }

    private void run(
            MemoryPool pool, BiFunction<FastRequest, Stream, Outcome> group, BiConsumer<Outcome, Stream> check) {
        device.open().device().run(() -> {
            try (Table table = Table.of("t", texts, "b", flags, "v", values);
                    Stream stream = device.open().device().openStream();
                    Staging staging = new Staging(pool, stream);
                    DeviceTable columns = Upload.table(table, staging)) {
                DeviceAggregate sum = new DeviceAggregate(DeviceAggregate.Function.SUM, 2, DataType.INT64);
                FastRequest request = new FastRequest(new ScanRows(columns), KEYS, false, List.of(sum));
                check.accept(group.apply(request, stream), stream);
            }
        });
    }

    /// Each group is there once, with its key and its sum.
    private void assertGroups(Outcome outcome, Stream stream, MemoryPool pool, String how) {
        assertThat(outcome).isInstanceOf(Outcome.Grouped.class);
        Outcome.Grouped grouped = (Outcome.Grouped) outcome;
        assertThat(grouped.how()).endsWith(how);
        ColumnDownload download = new ColumnDownload(pool, stream);
        try (DeviceGroups groups = grouped.groups();
                VarColumn foundTexts =
                        (VarColumn) download.download(groups.keys().get(0));
                BoolColumn foundFlags =
                        (BoolColumn) download.download(groups.keys().get(1));
                FixedColumn foundSums =
                        (FixedColumn) download.download(groups.results().getFirst())) {
            assertThat(groups.results()).hasSize(1);
            Map<List<Object>, Long> found = new HashMap<>();
            for (int i = 0; i < groups.groups(); i++) {
                List<Object> key = List.of(foundTexts.string(i), foundFlags.isTrue(i));
                assertThat(found.put(key, foundSums.segment().getAtIndex(JAVA_LONG, i)))
                        .isNull();
            }
            assertThat(found).isEqualTo(sums);
        }
    }
}
