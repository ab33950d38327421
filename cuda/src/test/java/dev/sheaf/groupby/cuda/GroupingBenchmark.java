package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.general.ExactState;
import dev.sheaf.groupby.cuda.general.GroupIds;
import dev.sheaf.groupby.cuda.general.GroupState;
import dev.sheaf.groupby.cuda.general.ReducedState;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;

/// What the grouping of the general strategy costs for 16.8 million keys of 8 bytes, and what exact sums cost beside
/// plain ones: `GroupingBenchmark FILE`.
public final class GroupingBenchmark {
    private static final int ROWS = 1 << 24;
    private static final int REPEATS = 5;
    private static final long SPREAD = 0x9e3779b97f4a7c15L;

    private final Results results;
    private final DeviceRun run;

    private GroupingBenchmark(Results results, DeviceRun run) {
        this.results = results;
        this.run = run;
    }

    /// @param arguments the file for the results
    public static void main(String[] arguments) throws IOException {
        BenchRun.of("groupings", arguments[0], bench -> {
            DeviceRun run = new DeviceRun(OpenDevice.ofThisProcess(0).kernels(), bench.pool(), bench.stream());
            new GroupingBenchmark(bench.results(), run).run();
        });
    }

    private void run() {
        SplittableRandom random = new SplittableRandom(1);
        for (int groups : new int[] {1_000, 1_000_000, ROWS}) {
            int[] rows = random.ints(ROWS, 0, groups).toArray();
            groupings(groups + " groups of near keys", groups, row -> rows[row]);
            groupings(groups + " groups of scattered keys", groups, row -> rows[row] * SPREAD);
            Arrays.parallelSort(rows);
            groupings(groups + " groups in order", groups, row -> rows[row]);
        }
        for (int groups : new int[] {1, 100, 1_000_000}) {
            sums(groups, random);
        }
    }

    private void groupings(String name, int groups, IntToLongFunction key) {
        try (Buffer keys = upload(key)) {
            time("hash: " + name, keys, () -> new GroupIds(run, 1, 2L * Math.min(groups, ROWS)));
        }
    }

    private Buffer upload(IntToLongFunction value) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment host = arena.allocate(ValueLayout.JAVA_LONG, ROWS);
            for (int row = 0; row < ROWS; row++) {
                host.setAtIndex(ValueLayout.JAVA_LONG, row, value.applyAsLong(row));
            }
            Buffer buffer = run.allocate((long) ROWS * Long.BYTES, "benchmark");
            run.stream().upload(host, buffer, 0);
            run.stream().synchronize();
            return buffer;
        }
    }

    private void time(String name, Buffer keys, Supplier<GroupIds> grouping) {
        double[] millis = new double[REPEATS];
        for (int repeat = -1; repeat < REPEATS; repeat++) {
            try (GroupIds groups = grouping.get()) {
                run.stream().synchronize();
                long start = System.nanoTime();
                groups.number(keys, null, ROWS).close();
                run.stream().synchronize();
                millis[Math.max(repeat, 0)] = (System.nanoTime() - start) / 1e6;
            }
        }
        results.add(name, "ms", millis);
    }

    private void sums(int groups, SplittableRandom random) {
        double[] values = random.doubles(ROWS, -100, 100).toArray();
        try (Buffer reals = upload(row -> Double.doubleToRawLongBits(values[row]));
                Buffer keys = upload(_ -> random.nextInt(groups));
                GroupIds ids = new GroupIds(run, 1, 2L * groups);
                Buffer numbers = ids.number(keys, null, ROWS)) {
            Chunk chunk = new Chunk(ROWS, numbers, ids.count(), List.of(new RowValues(reals, null)), null);
            DataType type = DataType.FLOAT64;
            try (GroupState plain = ReducedState.sum(run, 0, type, Overflow.ERROR, type);
                    GroupState exact = new ExactState(run, new Aggregation.Sum(), List.of(0), List.of(type))) {
                time("plain sum, " + groups + " groups", plain, chunk);
                time("exact sum, " + groups + " groups", exact, chunk);
            }
        }
    }

    private void time(String name, GroupState state, Chunk chunk) {
        double[] millis = new double[REPEATS];
        for (int repeat = -1; repeat < REPEATS; repeat++) {
            run.stream().synchronize();
            long start = System.nanoTime();
            state.update(chunk, 0);
            run.stream().synchronize();
            millis[Math.max(repeat, 0)] = (System.nanoTime() - start) / 1e6;
        }
        results.add(name, "ms", millis);
    }
}
