package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Value;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Sums, extremes and means of decimals of 38 digits that lie on the device, with values that fit 64 bits and
/// with some that do not, each checked against those of the numbers of 32 bits that they were made from.
final class DecimalBenchmark {
    private static final long ROWS = 100_000_000;
    private static final int SAMPLES = 7;
    private static final List<DataType> DECIMALS = List.of(DataType.decimal(38, 4), DataType.decimal(38, 18));

    private final Results results;
    private final BenchData data;
    private final Stream stream;
    private final MemoryPool pool;
    private final Gpu gpu = Gpu.open(0);

    DecimalBenchmark(Results results, BenchData data, Stream stream, MemoryPool pool) {
        this.results = results;
        this.data = data;
        this.stream = stream;
        this.pool = pool;
    }

    void measure() {
        for (DataType decimal : DECIMALS) {
            for (long groups : new long[] {10, 100, 10_000, 1_000_000}) {
                measure(Key.plain(groups, 21), (DataType.DecimalType) decimal);
            }
        }
        DataType.DecimalType wide = (DataType.DecimalType) DECIMALS.getLast();
        for (long groups : new long[] {100, 5_000}) {
            measure(Key.plain(groups, 21).as(BenchData.Form.SCATTERED), wide);
        }
    }

    private void measure(Key key, DataType.DecimalType decimal) {
        try (GpuTable table = table(key, decimal)) {
            measure("sum", sum("d"), sum("v"), table, key);
            measure("min", min("d"), min("v"), table, key);
            measure("max", max("d"), max("v"), table, key);
            measure("mean", mean("d"), mean("v"), table, key);
        }
    }

    private GpuTable table(Key key, DataType.DecimalType decimal) {
        try (DeviceTable plain = data.table(ROWS, List.of(key), List.of(new Value(1_000_000, false, 22)))) {
            List<DeviceColumn> columns = new ArrayList<>();
            columns.add(plain.columns().get(0).retain());
            columns.add(plain.columns().get(1).retain());
            columns.add(data.widened(plain.columns().get(1), decimal));
            Schema schema = Schema.of(
                    new Field("k", DataType.INT32, false),
                    new Field("v", DataType.INT32, false),
                    new Field("d", decimal, false));
            stream.synchronize();
            return new GpuTable(gpu, new DeviceTable(schema, columns, ROWS));
        }
    }

    private void measure(String name, Expr ofDecimals, Expr ofInts, GpuTable table, Key key) {
        long groups = key.ids();
        check(name, answers(ofInts, table), answers(ofDecimals, table));
        double[] millis = new double[SAMPLES];
        String how = "";
        for (int i = -1; i < SAMPLES; i++) {
            QueryContext context = context();
            long start = System.nanoTime();
            grouped(ofDecimals, table, context).close();
            millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
            how = context.decisions().stream().map(Decision::choice).findFirst().orElse("");
        }
        double floor = (ROWS * 20.0 + groups * 20.0) / 4.5e9;
        double median = java.util.Arrays.stream(millis).sorted().toArray()[SAMPLES / 2];
        results.add(
                name + " of " + table.schema().field(2).type() + " by "
                        + (key.form() == BenchData.Form.PLAIN ? "" : "scattered ") + "int32, " + groups,
                "ms",
                millis,
                "rows",
                String.valueOf(ROWS),
                "groups",
                String.valueOf(groups),
                "floor",
                Results.number(floor),
                "timesFloor",
                Results.number(median / floor),
                "strategy",
                "\"" + how + "\"");
    }

    private QueryContext context() {
        return QueryContext.builder().pool(pool).build();
    }

    private GpuTable grouped(Expr aggregate, GpuTable table, QueryContext context) {
        try (GpuStream worker = gpu.openStream()) {
            return table.groupBy("k").aggregate(context, worker, aggregate.as("a"));
        }
    }

    private Map<Object, BigDecimal> answers(Expr aggregate, GpuTable table) {
        Map<Object, BigDecimal> answers = new HashMap<>();
        try (GpuTable groups = grouped(aggregate, table, context());
                Table host = groups.download()) {
            host.rows().forEach(row -> answers.put(row.get(0), new BigDecimal(String.valueOf(row.get(1)))));
        }
        return answers;
    }

    private static void check(String name, Map<Object, BigDecimal> expected, Map<Object, BigDecimal> found) {
        boolean isExact = !name.equals("mean");
        expected.forEach((key, value) -> {
            BigDecimal other = found.getOrDefault(key, BigDecimal.valueOf(Long.MIN_VALUE));
            double difference = other.subtract(value).abs().doubleValue();
            if (isExact ? difference != 0 : difference > 1e-9 * value.abs().doubleValue()) {
                throw new AssertionError(name + " of group " + key + " is " + other + " and not " + value);
            }
        });
        if (expected.size() != found.size()) {
            throw new AssertionError(found.size() + " groups instead of " + expected.size());
        }
    }
}
