package dev.sheaf.groupby.cuda.fast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.KeyPart;
import dev.sheaf.groupby.cuda.scan.KeyRanges;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanArgument;
import dev.sheaf.groupby.cuda.scan.ScanCell;
import dev.sheaf.groupby.cuda.scan.ScanResult;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ShapeBuilder;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Groups by hashes of keys with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedHashedKeysTest {
    private static final int ROWS = 900;
    private static final List<Integer> KEYS = List.of(0, 1);
    private static final String FORCED = "partition";
    private static final Outcome.Refused AS_WORDS = new Outcome.Refused(new Refusal.Keys("texts", Optional.empty()));

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

    /// Keys that are words, of nearly as many groups as rows: six pairs of equal keys in a sample.
    @Test
    void mostlySingleRowsOfManyBytesAreNumbered(MemoryPool pool) {
        KeyFindings single = new KeyFindings(65_536, 100_000_000, false, new long[0], 65_530, 65_524, 6, 2, 0, 0);
        KeyFindings pairs = new KeyFindings(65_536, 100_000_000, false, new long[0], 65_500, 65_464, 36, 2, 0, 0);
        run(
                pool,
                (request, stream) -> {
                    Planner planner = Planner.of(stream.device().info());
                    assertThat(HashedKeys.areBetterNumbered(request, sums(2), single, "", planner))
                            .isTrue();
                    assertThat(HashedKeys.areBetterNumbered(request, sums(2), single, FORCED, planner))
                            .isFalse();
                    assertThat(HashedKeys.areBetterNumbered(request, sums(2), pairs, "", planner))
                            .isFalse();
                    assertThat(HashedKeys.areBetterNumbered(request, sums(1), single, "", planner))
                            .isFalse();
                    return new Outcome.Refused(Refusal.Seen.FULL);
                },
                (_, _) -> {});
    }

    /// Sums of so many columns of doubles.
    private static ScanShape sums(int columns) {
        KeyLayout key = new KeyLayout(
                List.of(new KeyPart.Numbers(0, CudaType.I64, false, false, 0, BigInteger.ONE.shiftLeft(40))));
        List<Integer> numbers = IntStream.range(0, columns).boxed().toList();
        return new ScanShape(
                key,
                IntStream.rangeClosed(0, columns).boxed().toList(),
                numbers.stream()
                        .map(number -> new ScanArgument(1 + number, CudaType.F64, false))
                        .toList(),
                IntStream.rangeClosed(0, columns)
                        .mapToObj(cell ->
                                new ScanCell(cell == 0 ? ScanCell.Operation.COUNT : ScanCell.Operation.SUM, cell - 1))
                        .toList(),
                numbers.stream()
                        .map(number -> new ScanResult(DeviceAggregate.Function.SUM, 1 + number, 0))
                        .toList());
    }

    @Test
    void keysWithoutHashesOfTheirOwnAreNumbered(MemoryPool pool) {
        run(
                pool,
                (request, stream) -> new NumberedKeys(plans(pool), stream, FORCED, 3)
                        .group(request, AS_WORDS, other -> fast(pool).group(other, stream)),
                (outcome, stream) -> assertGroups(outcome, stream, pool, "keys as numbers"));
    }

    /// Moments need the groups of rows first, which partitions of hashes tell apart.
    @Test
    void rowsGetTheNumbersOfTheirGroupsByHashes(MemoryPool pool) {
        for (int hashBits : new int[] {Long.SIZE, 3}) {
            Outcome.Refused forRows = new Outcome.Refused(new Refusal.Rows("moments"));
            AtomicInteger firsts = new AtomicInteger();
            run(
                    pool,
                    (request, stream) -> new NumberedKeys(plans(pool), stream, FORCED, hashBits)
                            .group(request, forRows, other -> {
                                firsts.addAndGet(other.wantsFirsts() ? 1 : 0);
                                return fast(pool).group(other, stream);
                            }),
                    (outcome, stream) -> assertGroups(outcome, stream, pool, "keys as numbers"));
            assertThat(firsts).hasValue(1);
        }
    }

    /// Every third row has the key of another one; the others need no table.
    @Test
    void rowsThatAreGroupsOfTheirOwnAreResultsAtOnce(MemoryPool pool) {
        Map<List<Object>, Long> expected = new HashMap<>();
        for (int row = 0; row < ROWS; row++) {
            texts[row] = row % 31 == 2 ? null : "a text " + (row % 3 == 0 ? row % 9 : row);
            flags[row] = false;
            if (texts[row] != null) {
                expected.merge(List.of(texts[row], flags[row]), (long) values[row], Long::sum);
            }
        }
        run(
                pool,
                (request, stream) -> new NumberedKeys(plans(pool), stream, "single", Long.SIZE)
                        .group(request, AS_WORDS, other -> fast(pool).group(other, stream)),
                (outcome, stream) -> {
                    assertThat(((Outcome.Grouped) outcome).how())
                            .startsWith("groups of one row, and 3 in device memory");
                    assertGroups(outcome, stream, pool, "keys as numbers", expected);
                });
    }

    /// Numbers are all those below the number of groups, and the same for rows of the same key alone; also where a
    /// table has no room for half of the groups.
    @Test
    void numbersAreDense(MemoryPool pool) {
        assertDense(pool, (request, stream) -> fast(pool).group(request, stream));
        assertDense(pool, (request, stream) -> {
            Planner tiny = new Planner(stream.device().info(), 256, 256, 1);
            try (KeySample none = KeySample.ofEven(ROWS, ROWS)) {
                KeyLayout layout = KeyRanges.of(request, none.findings()).wide().orElseThrow();
                ScanShape shape = ShapeBuilder.of(request, layout);
                Plan.Partition plan = tiny.hashed(shape, ROWS, 10);
                assertThat(plan.partitions() * plan.slots()).isLessThan(sums.size() / 2 + 1);
                return plans(pool).run(request, Planner.shapeFor(shape, plan), plan, none, stream);
            }
        });
    }

    private void assertDense(MemoryPool pool, BiFunction<FastRequest, Stream, Outcome> firsts) {
        run(
                pool,
                (request, stream) -> {
                    try (RowNumbers numbers = new HashedKeys(plans(pool), stream, Long.SIZE)
                                    .number(columns(request), false, other -> firsts.apply(other, stream))
                                    .orElseThrow();
                            Column found = new ColumnDownload(pool, stream).download(numbers.numbers())) {
                        Map<Object, List<Object>> keys = new HashMap<>();
                        for (int row = 0; row < ROWS; row++) {
                            assertThat(found.get(row) == null).isEqualTo(texts[row] == null);
                            if (texts[row] != null) {
                                List<Object> key = List.of(texts[row], flags[row]);
                                assertThat(keys.computeIfAbsent(found.get(row), _ -> key))
                                        .isEqualTo(key);
                            }
                        }
                        assertThat(keys).hasSameSizeAs(sums);
                        assertThat(numbers.shared()).isEqualTo(numbers.groups());
                        assertThat(numbers.groups()).isEqualTo(sums.size());
                        for (int group = 0; group < numbers.groups(); group++) {
                            assertThat(keys).containsKey(group);
                        }
                    }
                    return new Outcome.Refused(Refusal.Seen.FULL);
                },
                (_, _) -> {});
    }

    /// Empty texts are no nulls, nor are zeros; all zeros are one key, and so are all that are not a number.
    @Test
    void nullsAndEmptyTextsAndZerosAreKeysOfTheirOwn(MemoryPool pool) {
        String[] some = {null, "", "\0", "12345678", "123456789"};
        Double[] numbers = {null, 0.0, -0.0, Double.NaN, Double.longBitsToDouble(-1), 1.5, -1.5};
        compare(pool, some, numbers);
    }

    @Test
    void decimalsAreKeysByAllOfTheirDigits(MemoryPool pool) {
        BigDecimal large = new BigDecimal("1234567890123456789012345678.01");
        BigDecimal[] some = {null, large, large.negate(), large.add(BigDecimal.ONE), new BigDecimal("0.01")};
        compare(pool, some, new Long[] {null, 0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE});
    }

    /// Groups by all pairs of some values, with and without nulls.
    private void compare(MemoryPool pool, Object[] firsts, Object[] seconds) {
        Object[] first = Arrays.copyOf(firsts, ROWS);
        Object[] second = Arrays.copyOf(seconds, ROWS);
        for (int row = 0; row < ROWS; row++) {
            first[row] = firsts[row % firsts.length];
            second[row] = seconds[row / firsts.length % seconds.length];
        }
        for (boolean keepsNulls : new boolean[] {true, false}) {
            Map<List<Object>, Long> expected = new HashMap<>();
            for (int row = 0; row < ROWS; row++) {
                if (keepsNulls || (first[row] != null && second[row] != null)) {
                    expected.merge(key(first[row], second[row]), (long) values[row], Long::sum);
                }
            }
            run(
                    pool,
                    Table.of("a", first, "b", second, "v", values),
                    keepsNulls,
                    (request, stream) -> new NumberedKeys(plans(pool), stream, FORCED, Long.SIZE)
                            .group(request, AS_WORDS, other -> fast(pool).group(other, stream)),
                    (outcome, stream) -> assertGroups(outcome, stream, pool, "keys as numbers", expected));
        }
    }

    /// Hashes take more memory than numbers.
    @Test
    void keysForWhoseHashesThereIsNoMemoryAreNumbered(MemoryPool pool) {
        run(
                pool,
                (request, stream) -> new NumberedKeys(plans(pool), stream, FORCED, Long.SIZE)
                        .group(request, AS_WORDS, other -> {
                            if (other.wantsFirsts()) {
                                throw new MemoryLimitException("no memory", 1, 0);
                            }
                            return fast(pool).group(other, stream);
                        }),
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
        run(pool, Table.of("t", texts, "b", flags, "v", values), false, group, check);
    }

    /// Sums the last column of a table, which it closes, by the others.
    private void run(
            MemoryPool pool,
            Table of,
            boolean keepsNulls,
            BiFunction<FastRequest, Stream, Outcome> group,
            BiConsumer<Outcome, Stream> check) {
        device.open().device().run(() -> {
            try (Table table = of;
                    Stream stream = Stream.open(device.open().device());
                    Staging staging = new Staging(pool, stream);
                    DeviceTable columns = Upload.table(table, staging)) {
                DeviceAggregate sum = new DeviceAggregate(DeviceAggregate.Function.SUM, KEYS.size(), DataType.INT64);
                FastRequest request = new FastRequest(new ScanRows(columns), KEYS, keepsNulls, List.of(sum));
                check.accept(group.apply(request, stream), stream);
            }
        });
    }

    /// Each group is there once, with its key and its sum.
    private void assertGroups(Outcome outcome, Stream stream, MemoryPool pool, String how) {
        assertGroups(outcome, stream, pool, how, sums);
    }

    private static void assertGroups(
            Outcome outcome, Stream stream, MemoryPool pool, String how, Map<List<Object>, Long> expected) {
        assertThat(outcome).isInstanceOf(Outcome.Grouped.class);
        Outcome.Grouped grouped = (Outcome.Grouped) outcome;
        assertThat(grouped.how()).endsWith(how);
        ColumnDownload download = new ColumnDownload(pool, stream);
        try (DeviceGroups groups = grouped.groups();
                Column first = download.download(groups.keys().get(0));
                Column second = download.download(groups.keys().get(1));
                Column foundSums = download.download(groups.results().getFirst())) {
            assertThat(groups.results()).hasSize(1);
            Map<List<Object>, Long> found = new HashMap<>();
            for (int i = 0; i < groups.groups(); i++) {
                assertThat(found.put(key(first.get(i), second.get(i)), (Long) foundSums.get(i)))
                        .isNull();
            }
            assertThat(found).isEqualTo(expected);
        }
    }

    /// Of zeros there is one, as there is one NaN.
    private static List<Object> key(@Nullable Object first, @Nullable Object second) {
        return Arrays.asList(first, second instanceof Double number ? number + 0.0 : second);
    }
}
