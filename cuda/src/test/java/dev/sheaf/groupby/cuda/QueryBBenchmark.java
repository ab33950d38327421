package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.CudaModule;
import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.LaunchTimes;
import dev.sheaf.cuda.driver.Nvrtc;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.cuda.BenchData.Form;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Spread;
import dev.sheaf.groupby.cuda.BenchData.Value;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.fast.FastGroupBy;
import dev.sheaf.groupby.cuda.fast.Outcome;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate.Function;
import dev.sheaf.groupby.cuda.scan.FastPlan;
import dev.sheaf.groupby.cuda.scan.FastPlanner;
import dev.sheaf.groupby.cuda.scan.Refusal;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Query B of Karnagel, Mueller and Lohman, `SELECT MOD(col1, ?), COUNT(*) FROM atable GROUP BY MOD(col1, ?)`,
/// over 335 million rows and 1 to 4 columns: `SUM(MOD(col2, 1000))` and so on for the others. The remainders
/// are computed in the scan.
///
/// Beside it, for one column, the table of the paper's section 2.2 (`query_b.cu`), whose five regions its
/// Figure 5 has, and the same grouping of remainders that were computed before. Run by `run-gpu.sh bench DIR
/// queryb`.
final class QueryBBenchmark {
    private static final long ROWS = Long.getLong("sheaf.bench.rows", 335_000_000);
    private static final long BOUND = 1_000_000_000;
    private static final int OF_VALUES = 1_000;
    private static final double PEAK = 4.5e12;
    private static final int WARM_UP = 3;
    private static final int SAMPLES = 11;
    private static final int HOST_WARM_UP = 2_000;

    /// What a scan of so many columns took at the least there, in seconds: 11.8 GB/s (section 3).
    private static final double PAPER_BYTES = 11.8e9;

    private static final List<Integer> ALL =
            List.of(1, 4, 16, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 30_000_000, 100_000_000, 200_000_000);
    private static final List<Integer> SOME = List.of(4, 100, 10_000, 1_000_000, 10_000_000, 100_000_000);

    private final Results results;
    private final FastGroupBy groupBy;
    private final BenchData data;
    private final CudaModule paper;
    private final Stream stream;
    private final MemoryPool pool;

    private QueryBBenchmark(BenchRun run) {
        this.results = run.results();
        this.groupBy = new FastGroupBy(run.freshKernels(), run.pool());
        this.data = run.data();
        this.paper = CudaModule.load(run.device(), compiled(run.nvrtc()));
        this.stream = run.stream();
        this.pool = run.pool();
    }

    /// @param arguments the file for the results
    public static void main(String[] arguments) throws IOException {
        BenchRun.of("query-b", arguments[0], run -> new QueryBBenchmark(run).measure());
    }

    private static byte[] compiled(Nvrtc nvrtc) {
        Nvrtc.Program program = new Nvrtc.Program(
                "query_b.cu",
                BenchData.resource("query_b.cu"),
                Map.of("types.cuh", BenchData.resource("/dev/sheaf/cuda/kernel/types.cuh")),
                List.of("--gpu-architecture=sm_90", "--std=c++17", "--device-int128"));
        return switch (nvrtc.compile(program)) {
            case Nvrtc.Outcome.Compiled(byte[] image, String _) -> image;
            case Nvrtc.Outcome.Rejected rejected -> throw new AssertionError(rejected.log());
        };
    }

    private void measure() {
        try (DeviceTable small = raw(100_000, 4)) {
            for (int i = 0; i < HOST_WARM_UP; i++) {
                group(small, plan(100, 1 + i % 4)).groups().close();
            }
        }
        try (DeviceTable raw = raw(ROWS, 4)) {
            for (int columns = 1; columns <= 4; columns++) {
                for (int groups : columns == 1 ? ALL : SOME) {
                    measure(raw, groups, columns);
                }
            }
        }
    }

    /// The columns as they are in the paper: uniform below 10^9.
    private DeviceTable raw(long rows, int columns) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            keys.add(Key.plain(BOUND, 3 + i));
        }
        return data.table(rows, keys, List.of());
    }

    /// What the remainders of them are.
    private static List<Key> remainders(int groups, int columns) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            keys.add(new Key(Form.PLAIN, Spread.UNIFORM, BOUND, i == 0 ? groups : OF_VALUES, 0, 3 + i));
        }
        return keys;
    }

    private static GeneralPlan plan(int groups, int columns) {
        List<Field> fields = new ArrayList<>();
        List<Expr> aggregates = new ArrayList<>(List.of(count().as("n")));
        for (int i = 1; i <= columns; i++) {
            fields.add(new Field("col" + i, DataType.INT32, false));
            if (i > 1) {
                aggregates.add(sum(col("col" + i).mod(OF_VALUES)).as("s" + i));
            }
        }
        Schema schema = Schema.of(fields.toArray(Field[]::new));
        GroupByRequest request = new GroupByRequest(
                schema, Optional.empty(), List.of(col("col1").mod(groups).as("k")), aggregates, GroupByOptions.DEFAULT);
        return switch (GeneralPlanner.plan(request)) {
            case GeneralPlanner.Result.Planned(GeneralPlan plan) -> plan;
            case GeneralPlanner.Result.Refused(String why) -> throw new AssertionError(why);
        };
    }

    private Outcome.Grouped group(DeviceTable raw, GeneralPlan plan) {
        FastPlan fast = FastPlanner.of(plan).orElseThrow();
        List<DeviceColumn> inputs = plan.inputs().stream()
                .map(input -> raw.columns().get(((GeneralPlan.Input.Plain) input).column()))
                .toList();
        ScanRows rows = fast.rows(plan, inputs, raw.rowCount());
        return grouped(groupBy.group(fast.request(rows), stream));
    }

    private Outcome.Grouped grouped(Outcome outcome) {
        stream.synchronize();
        return switch (outcome) {
            case Outcome.Grouped grouped -> grouped;
            case Outcome.Refused(Refusal why) -> throw new AssertionError(why.text());
        };
    }

    private interface Query {
        Outcome.Grouped run();
    }

    private void measure(DeviceTable raw, int groups, int columns) {
        List<DeviceAggregate> asked = new ArrayList<>();
        asked.add(new DeviceAggregate(Function.COUNT_ROWS, -1, DataType.INT64));
        List<Value> values = new ArrayList<>();
        for (int i = 1; i < columns; i++) {
            asked.add(new DeviceAggregate(Function.SUM, i, DataType.INT64));
            values.add(new Value(OF_VALUES, false, 0));
        }
        List<Key> keys = remainders(groups, columns);
        try (DeviceTable computed = data.table(ROWS, keys, List.of())) {
            String name = columns + (columns == 1 ? " column, mod " : " columns, mod ") + groups;
            Query fused = () -> group(raw, plan(groups, columns));
            Query before = () -> grouped(groupBy.group(computed, List.of(0), false, asked, stream));
            double first = check(name, fused, computed, keys.subList(0, 1), values, asked);
            check(name, before, computed, keys.subList(0, 1), values, asked);
            double computedBefore = median(samples(before));
            List<String> extras = new ArrayList<>(List.of(
                    "kernels", Results.number(kernels(fused)),
                    "firstQuery", Results.number(first),
                    "remaindersComputedBefore", Results.number(computedBefore),
                    "paper", Results.number(ROWS * 4.0 * columns / PAPER_BYTES * 1e3)));
            if (columns == 1) {
                extras.addAll(List.of("oneTable", Results.number(oneTable(raw, groups, keys, computed, asked))));
            }
            double floor = ROWS * 4.0 * columns + Math.min(groups, ROWS) * (4.0 + 8.0 * columns);
            double[] millis = samples(fused);
            extras.addAll(List.of(
                    "floor", Results.number(floor / PEAK * 1e3),
                    "timesFloor", Results.number(median(millis) / (floor / PEAK * 1e3)),
                    "strategy", "\"" + how(fused) + "\""));
            results.add(name, "ms", millis, extras.toArray(String[]::new));
        }
    }

    /// The time of a first query, whose answer is compared with what plain kernels find.
    private double check(
            String name,
            Query query,
            DeviceTable table,
            List<Key> keys,
            List<Value> values,
            List<DeviceAggregate> asked) {
        long start = System.nanoTime();
        Outcome.Grouped grouped = query.run();
        double millis = (System.nanoTime() - start) / 1e6;
        try (DeviceGroups found = grouped.groups()) {
            String wrong = data.check(table, keys, values, asked, found);
            if (!wrong.isEmpty()) {
                throw new AssertionError(name + " (" + grouped.how() + "): " + wrong);
            }
        }
        return millis;
    }

    private static String how(Query query) {
        Outcome.Grouped grouped = query.run();
        grouped.groups().close();
        return grouped.how();
    }

    private static double[] samples(Query query) {
        double[] millis = new double[SAMPLES];
        for (int i = -WARM_UP; i < SAMPLES; i++) {
            long start = System.nanoTime();
            DeviceGroups found = query.run().groups();
            double taken = (System.nanoTime() - start) / 1e6;
            found.close();
            if (i >= 0) {
                millis[i] = taken;
            }
        }
        return millis;
    }

    private static double median(double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /// Milliseconds of the kernels alone.
    private double kernels(Query query) {
        double[] millis = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            try (LaunchTimes times = new LaunchTimes(stream.device())) {
                stream.timeLaunches(times);
                query.run().groups().close();
                stream.timeLaunches(null);
                millis[i] = times.takeMillis();
            }
        }
        return median(millis);
    }

    /// Milliseconds of the paper's table at a fill factor of 50 %, of which the answer is checked, too.
    private double oneTable(
            DeviceTable raw, int groups, List<Key> keys, DeviceTable computed, List<DeviceAggregate> asked) {
        long buckets = Math.max(2L * groups, 2);
        double[] millis = new double[3];
        try (Buffer table = allocate(buckets * 8);
                Buffer found = allocate(Math.min(groups, ROWS) * 4);
                Buffer counts = allocate(Math.min(groups, ROWS) * 8);
                Buffer number = allocate(8)) {
            for (int i = 0; i < millis.length; i++) {
                millis[i] = oneTable(raw, groups, buckets, table, found, counts, number);
            }
            long rows = Math.min(groups, ROWS);
            DeviceGroups answer = new DeviceGroups(
                    data.longs(number, 1)[0],
                    List.of(new DeviceColumn(DataType.INT32, rows, found, null, 0)),
                    List.of(new DeviceColumn(DataType.INT64, rows, counts, null, 0)));
            String wrong = data.check(computed, keys.subList(0, 1), List.of(), asked, answer);
            if (!wrong.isEmpty()) {
                throw new AssertionError("one table, mod " + groups + ": " + wrong);
            }
        }
        return median(millis);
    }

    private double oneTable(
            DeviceTable raw, int groups, long buckets, Buffer table, Buffer found, Buffer counts, Buffer number) {
        LaunchShape shape = new LaunchShape(2 * stream.device().info().multiprocessors(), 1024);
        try (Event start = Event.timed(stream.device());
                Event end = Event.timed(stream.device())) {
            stream.record(start);
            stream.fill(table, 0, buckets * 4, (byte) 0xff);
            stream.fill(table, buckets * 4, buckets * 4, (byte) 0);
            stream.fill(number, 0, 8, (byte) 0);
            long keys = table.address();
            long sums = keys + buckets * 4;
            long column = raw.columns().getFirst().values().address();
            stream.launch(paper.function("scan"), shape, column, ROWS, groups, keys, sums, buckets);
            stream.launch(
                    paper.function("finalize"),
                    shape,
                    keys,
                    sums,
                    buckets,
                    found.address(),
                    counts.address(),
                    number.address());
            stream.record(end);
            end.synchronize();
            return end.millisSince(start);
        }
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(pool, bytes, "query b", stream);
    }
}
