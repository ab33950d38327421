package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.*;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Each function alone, over 100 million rows on the device, by few groups and by many: how long it takes, by
/// which strategy, and how many times what reading its columns takes. Answers are checked elsewhere.
final class FunctionBenchmark {
    private static final long ROWS = 100_000_000;
    private static final int SAMPLES = 3;
    private static final long[] GROUPS = {100, 1_000_000};

    private record Case(Expr aggregate, int bytes) {}

    private static final List<Case> CASES = List.of(
            new Case(sum("v"), 8),
            new Case(sumOfSquares("v"), 8),
            new Case(product("f"), 12),
            new Case(min("f"), 12),
            new Case(count("v"), 8),
            new Case(mean("v"), 8),
            new Case(variance("v"), 8),
            new Case(std("f"), 12),
            new Case(argMin("v"), 8),
            new Case(argMax("f"), 12),
            new Case(first("v"), 8),
            new Case(last("f"), 12),
            new Case(first("d"), 20),
            new Case(argMin("d"), 20),
            new Case(bitAnd("v"), 8),
            new Case(bitOr("v"), 8),
            new Case(bitXor("v"), 8),
            new Case(minBy("v", "f"), 16),
            new Case(median("v"), 8),
            new Case(quantile("f", 0.9), 12),
            new Case(nunique("v"), 8),
            new Case(nth("v", 3), 8),
            new Case(topK("v", 3), 8),
            new Case(covariance("v", "f"), 16),
            new Case(corr("v", "f"), 16));

    private final Results results;
    private final BenchData data;
    private final Stream stream;
    private final MemoryPool pool;
    private final Gpu gpu = Gpu.open(0);

    FunctionBenchmark(Results results, BenchData data, Stream stream, MemoryPool pool) {
        this.results = results;
        this.data = data;
        this.stream = stream;
        this.pool = pool;
    }

    void measure() {
        for (long groups : GROUPS) {
            try (GpuTable table = table(groups)) {
                CASES.forEach(each -> measure(each, table, groups));
            }
        }
    }

    private GpuTable table(long groups) {
        try (DeviceTable plain = data.table(
                ROWS,
                List.of(Key.plain(groups, 31)),
                List.of(new Value(1_000_000, false, 32), new Value(1_000_000, true, 33)))) {
            List<DeviceColumn> columns = new ArrayList<>();
            plain.columns().forEach(column -> columns.add(column.retain()));
            DataType.DecimalType decimal = DataType.decimal(38, 18);
            columns.add(data.widened(plain.columns().get(1), decimal));
            Schema schema = Schema.of(
                    new Field("k", DataType.INT32, false),
                    new Field("v", DataType.INT32, false),
                    new Field("f", DataType.FLOAT64, false),
                    new Field("d", decimal, false));
            stream.synchronize();
            return new GpuTable(gpu, new DeviceTable(schema, columns, ROWS));
        }
    }

    private void measure(Case each, GpuTable table, long groups) {
        double[] millis = new double[SAMPLES];
        String how = "";
        try {
            for (int i = -1; i < SAMPLES; i++) {
                QueryContext context = QueryContext.builder().pool(pool).build();
                long start = System.nanoTime();
                try (GpuStream worker = gpu.openStream()) {
                    table.groupBy("k")
                            .aggregate(context, worker, each.aggregate().as("a"))
                            .close();
                }
                millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
                how = context.decisions().stream()
                        .map(Decision::choice)
                        .findFirst()
                        .orElse("");
            }
        } catch (RuntimeException failure) {
            how = String.valueOf(failure.getMessage()).replace('"', '\'');
        }
        double floor = ROWS * (double) each.bytes() / 4.5e9;
        double median = Arrays.stream(millis).sorted().toArray()[SAMPLES / 2];
        results.add(
                each.aggregate().outputName() + " by int32, " + groups,
                "ms",
                millis,
                "rows",
                String.valueOf(ROWS),
                "groups",
                String.valueOf(groups),
                "timesFloor",
                Results.number(median / floor),
                "strategy",
                "\"" + how + "\"");
    }
}
