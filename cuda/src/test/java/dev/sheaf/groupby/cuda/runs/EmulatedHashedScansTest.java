package dev.sheaf.groupby.cuda.runs;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.groupby.cuda.EmulatedDevice;
import dev.sheaf.groupby.cuda.OnEmulator;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.window.RunFunction.RankMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Running values of so many groups that their keys are sorted by hash, with kernels run on the CPU:
/// `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedHashedScansTest {
    /// All groups are many.
    private static final long FEW_SLOTS = 2;

    private final EmulatedDevice device = EmulatedDevice.create(1L << 28);

    @Test
    void scansGiveWhatTheCpuGives(MemoryPool pool) {
        RandomCases.run(60, 4, random -> {
            int rows = 50 + random.nextInt(9_000);
            long groups = 2L + random.nextInt(3_000);
            long[] keys = random.longs(rows, 0, groups)
                    .map(key -> key * 0x9e3779b97f4a7c15L)
                    .toArray();
            compare(keys, random, List.of(col("k")), pool);
            compare(keys, random, List.of(col("i"), col("n")), pool);
            assertThat(areHashed()).isTrue();
        });
    }

    /// Rows sorted by a column alone keep the words of that column, which are no numbers of groups.
    @Test
    void rowsOfNoKeysAreOneGroup(MemoryPool pool) {
        RandomCases.run(20, 2, random -> {
            QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
            List<GroupScan> scans = scansInAnOrder(random);
            try (Table host = table(new long[random.nextInt(6_000)], random);
                    Groups groups = GroupBy.on(host).by(col("k")).groups(context, GroupsOptions.DEFAULT);
                    Table expected = groups.scan(context, RowsBy.TABLE, scans.toArray(GroupScan[]::new));
                    Table found = found(host, List.of(), scans, pool)) {
                for (GroupScan scan : scans) {
                    assertThat(found.values(scan.name())).as(scan.toString()).isEqualTo(expected.values(scan.name()));
                }
            }
        });
    }

    /// Scans in the order of the table, and in that of a column.
    private static List<GroupScan> scansInAnOrder(SplittableRandom random) {
        SortDirection direction = new SortDirection(random.nextBoolean(), random.nextBoolean());
        List<Within> order = List.of(new Within(random.nextBoolean() ? "v" : "n", direction));
        List<GroupScan> scans = new ArrayList<>();
        for (GroupScan.Run scan : List.of(
                GroupScan.shift("v", 2),
                GroupScan.shift("n", -3).fill((short) 7),
                GroupScan.scan(sum("v")),
                GroupScan.scanBefore(max("n")),
                GroupScan.backwardFill("n"),
                GroupScan.scan(first("n")),
                GroupScan.rowNumber())) {
            scans.add(scan.as("s" + scans.size()));
            scans.add(new GroupScan.Run(
                    "s" + scans.size(), scan.input(), scan.function(), scan.fillValue(), false, order));
        }
        scans.add(GroupScan.rank("n", RankMethod.DENSE).as("dense"));
        return scans;
    }

    /// Their hashes begin with the same bits, so that all are in one part.
    @Test
    void aPartMayHaveMoreKeysThanSlots(MemoryPool pool) {
        long[] keys = IntStream.range(0, 5_000)
                .mapToLong(EmulatedHashedScansTest::withHash)
                .toArray();
        compare(keys, new SplittableRandom(1), List.of(col("k")), pool);
        assertThat(areHashed()).isTrue();
    }

    /// The word whose Murmur3 finalizer gives a hash.
    private static long withHash(long hash) {
        long word = hash ^ hash >>> 33;
        word *= inverse(0xc4ceb9fe1a85ec53L);
        word ^= word >>> 33;
        word *= inverse(0xff51afd7ed558ccdL);
        return word ^ word >>> 33;
    }

    /// Of an odd number, by Newton's iteration.
    private static long inverse(long odd) {
        long inverse = odd;
        for (int step = 0; step < 6; step++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }

    private void compare(long[] keys, SplittableRandom random, List<Expr> by, MemoryPool pool) {
        List<Within> order = List.of(new Within("v", new SortDirection(random.nextBoolean(), false)));
        GroupScan.Run ordered = GroupScan.scan(sum("v"));
        List<GroupScan> scans = List.of(
                GroupScan.scan(sum("v")).as("sum"),
                GroupScan.scan(max("n")).as("max"),
                GroupScan.scan(count("n")).as("values"),
                GroupScan.scan(count()).as("rows"),
                GroupScan.scanBefore(sum("v")).as("before"),
                GroupScan.shift("v", -2).as("behind"),
                GroupScan.shift("n", 1 + random.nextInt(5)).as("near"),
                new GroupScan.Run("ordered", ordered.input(), ordered.function(), null, false, order),
                GroupScan.rowNumber().as("number"),
                GroupScan.shift("v", 1).as("shift"));
        try (Table host = table(keys, random)) {
            QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
            try (Groups groups = GroupBy.on(host).by(by.toArray(Expr[]::new)).groups(context, GroupsOptions.DEFAULT);
                    Table expected = groups.scan(context, RowsBy.TABLE, scans.toArray(GroupScan[]::new));
                    Table found = found(host, by, scans, pool)) {
                for (GroupScan scan : scans) {
                    assertThat(found.values(scan.name())).as(scan.name()).isEqualTo(expected.values(scan.name()));
                }
            }
        }
    }

    private static Table table(long[] keys, SplittableRandom random) {
        int rows = keys.length;
        Integer[] ints = new Integer[rows];
        Short[] shorts = new Short[rows];
        for (int row = 0; row < rows; row++) {
            ints[row] = random.nextInt(20) == 0 ? null : (int) keys[row];
            shorts[row] = random.nextInt(5) == 0 ? null : (short) random.nextInt(-2, 2);
        }
        long[] values =
                random.longs(rows, -1_000_000_000_000L, 1_000_000_000_000L).toArray();
        return Table.of("k", keys, "i", ints, "n", shorts, "v", values);
    }

    @Test
    void aScanThatIsAskedForTwiceIsWalkedOnce(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(1);
        GroupScan.Run sum = GroupScan.scan(sum("v"));
        try (Table host = table(random.longs(400, 0, 40).toArray(), random);
                Table found = found(host, List.of(col("k")), List.of(sum.as("a"), sum.as("b")), pool)) {
            assertThat(found.values("a")).isEqualTo(found.values("b"));
        }
        assertThat(launches("scan_groups")).isEqualTo(1);
    }

    @Test
    void aggregatesOfWholeGroupsSortNothing(MemoryPool pool) {
        SplittableRandom random = new SplittableRandom(2);
        List<GroupScan> scans = List.of(
                GroupScan.replaceNulls("n", max("n")).as("filled"),
                GroupScan.transform(sum("v")).as("sums"));
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        try (Table host = table(random.longs(400, 0, 40).toArray(), random);
                Groups groups = GroupBy.on(host, "k").groups(context, GroupsOptions.DEFAULT);
                Table expected = groups.scan(context, RowsBy.TABLE, scans.toArray(GroupScan[]::new));
                Table found = found(host, List.of(col("k")), scans, pool)) {
            assertThat(found.values("filled")).isEqualTo(expected.values("filled"));
            assertThat(found.values("sums")).isEqualTo(expected.values("sums"));
        }
        assertThat(launches("radix_sort")).isZero();
    }

    private boolean areHashed() {
        return launches("hash_parts") > 0;
    }

    private long launches(String kernel) {
        return device.fake().launches().stream()
                .filter(launched -> launched.kernel().equals(kernel))
                .count();
    }

    private Table found(Table host, List<Expr> by, List<GroupScan> scans, MemoryPool pool) {
        return device.open().device().call(() -> {
            try (Stream stream = Stream.open(device.open().device());
                    Staging staging = new Staging(pool, stream)) {
                DeviceRun run = new DeviceRun(device.open().kernels(), pool, stream);
                KernelStore kernels = new KernelStore(device.open().kernels());
                try (DeviceTable table = new DeviceTable(
                                host.schema(),
                                host.columns().stream()
                                        .map(column -> Upload.column(column, staging))
                                        .toList(),
                                host.rowCount());
                        RowScans work =
                                new RowScans(table, by, Optional.empty(), NullKeys.INCLUDE, run, kernels, FEW_SLOTS);
                        DeviceTable made = work.apply(scans).orElseThrow()) {
                    return new ColumnDownload(pool, stream).download(made);
                }
            }
        });
    }
}
