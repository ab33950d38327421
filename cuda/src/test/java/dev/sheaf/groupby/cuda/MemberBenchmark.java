package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Value;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Functions that need the values of a group together, beside others, as the planner has them and by the general
/// strategy. [MembersOnGpuTest] checks the answers.
final class MemberBenchmark {
    private static final long ROWS = 100_000_000;
    private static final int GROUPS = 10_000;
    private static final int SAMPLES = 5;

    private final Results results;
    private final BenchData data;
    private final Stream stream;
    private final MemoryPool pool;
    private final Gpu gpu = Gpu.open(0);

    MemberBenchmark(Results results, BenchData data, Stream stream, MemoryPool pool) {
        this.results = results;
        this.data = data;
        this.stream = stream;
        this.pool = pool;
    }

    void measure() {
        List<Value> values = List.of(new Value(100, true, 32), new Value(1_000_000, false, 33));
        try (DeviceTable plain = data.table(ROWS, List.of(Key.plain(GROUPS, 31)), values)) {
            Schema schema = Schema.of(
                    new Field("k", DataType.INT32, false),
                    new Field("v", DataType.FLOAT64, false),
                    new Field("i", DataType.INT32, false));
            stream.synchronize();
            List<DeviceColumn> columns =
                    plain.columns().stream().map(DeviceColumn::retain).toList();
            try (GpuTable table = new GpuTable(gpu, new DeviceTable(schema, columns, ROWS))) {
                for (String strategy : List.of("", "general")) {
                    measure("median, std", strategy, table, median("v"), std("v"));
                    measure("median, sum, count", strategy, table, median("v"), sum("v"), count());
                    measure(
                            "median, std, min and max of another, count",
                            strategy,
                            table,
                            median("v"),
                            std("v"),
                            min("i"),
                            max("i"),
                            count());
                    measure(
                            "three quantiles",
                            strategy,
                            table,
                            quantile("v", 0.5),
                            quantile("v", 0.9),
                            quantile("v", 0.99));
                    measure("medians of two", strategy, table, median("v"), median("i"));
                }
            }
        }
    }

    private void measure(String name, String strategy, GpuTable table, Expr... aggregates) {
        Expr[] named = new Expr[aggregates.length];
        for (int i = 0; i < named.length; i++) {
            named[i] = aggregates[i].as("a" + i);
        }
        double[] millis = new double[SAMPLES];
        String how = "";
        for (int i = -1; i < SAMPLES; i++) {
            QueryContext context = QueryContext.builder()
                    .pool(pool)
                    .settings(new Settings(Map.of(ResidentGroupBy.STRATEGY, strategy)))
                    .build();
            long start = System.nanoTime();
            try (GpuStream worker = gpu.openStream()) {
                table.groupBy("k").aggregate(context, worker, named).close();
            }
            millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
            how = context.decisions().stream().map(Decision::choice).findFirst().orElse("");
        }
        double median = Arrays.stream(millis).sorted().toArray()[SAMPLES / 2];
        boolean readsInts = name.contains("another") || name.contains("two");
        double floor = ROWS * (readsInts ? 16.0 : 12.0) / 4.5e9;
        results.add(
                name + " by int32, " + GROUPS + (strategy.isEmpty() ? "" : ", " + strategy),
                "ms",
                millis,
                "rows",
                String.valueOf(ROWS),
                "floor",
                Results.number(floor),
                "timesFloor",
                Results.number(median / floor),
                "strategy",
                "\"" + how + "\"");
    }
}
