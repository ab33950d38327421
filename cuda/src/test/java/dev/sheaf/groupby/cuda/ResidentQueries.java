package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cuda.BenchData.Key;
import dev.sheaf.groupby.cuda.BenchData.Value;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Tables of 100 million generated rows that lie on the device, and queries of them, timed as a user of [GpuTable]
/// sees them.
final class ResidentQueries {
    private static final long ROWS = 100_000_000;

    /// Bytes that the card reads in a millisecond.
    private static final double PEAK = 4.5e9;

    private final BenchRun run;
    private final BenchData data;
    private final Gpu gpu = Gpu.open(0);

    /// Milliseconds of queries, and by which way they were answered.
    record Timing(double[] millis, String strategy) {}

    ResidentQueries(BenchRun run, BenchData data) {
        this.run = run;
        this.data = data;
    }

    /// A key `k`, and each of the values: whole numbers are called `v`, doubles `f`.
    GpuTable table(Key key, List<Value> values) {
        try (DeviceTable plain = data.table(ROWS, List.of(key), values)) {
            return table(plain, fields(values), List.of());
        }
    }

    /// The same, and the first value, which is whole numbers, as decimals `d`.
    GpuTable table(Key key, List<Value> values, DataType.DecimalType decimal) {
        try (DeviceTable plain = data.table(ROWS, List.of(key), values)) {
            List<Field> fields = fields(values);
            fields.add(new Field("d", decimal, false));
            return table(plain, fields, List.of(data.widened(plain.columns().get(1), decimal)));
        }
    }

    private static List<Field> fields(List<Value> values) {
        List<Field> fields = new ArrayList<>(List.of(new Field("k", DataType.INT32, false)));
        values.forEach(value -> fields.add(new Field(value.isFloat() ? "f" : "v", value.type(), false)));
        return fields;
    }

    private GpuTable table(DeviceTable plain, List<Field> fields, List<DeviceColumn> more) {
        List<DeviceColumn> columns = new ArrayList<>();
        plain.columns().forEach(column -> columns.add(column.retain()));
        columns.addAll(more);
        run.stream().synchronize();
        return new GpuTable(gpu, new DeviceTable(new Schema(fields), columns, ROWS), MemoryPool.shared());
    }

    /// So many queries after a first one, by key, with what is configured for them.
    Timing time(GpuTable table, int samples, Map<String, String> settings, Expr... aggregates) {
        return time(
                samples,
                settings,
                context -> grouped(table, context, aggregates).close());
    }

    /// The same of any query.
    Timing time(int samples, Map<String, String> settings, Consumer<QueryContext> query) {
        double[] millis = new double[samples];
        String how = "";
        for (int i = -1; i < samples; i++) {
            QueryContext context = QueryContext.builder()
                    .pool(run.pool())
                    .settings(new Settings(settings))
                    .build();
            long start = System.nanoTime();
            query.accept(context);
            millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
            how = context.decisions().stream().map(Decision::choice).findFirst().orElse("");
        }
        return new Timing(millis, how);
    }

    /// The answer to a query, to be closed by the caller.
    GpuTable grouped(GpuTable table, Expr... aggregates) {
        return grouped(table, QueryContext.builder().pool(run.pool()).build(), aggregates);
    }

    private GpuTable grouped(GpuTable table, QueryContext context, Expr... aggregates) {
        Expr[] named = new Expr[aggregates.length];
        for (int i = 0; i < named.length; i++) {
            named[i] = aggregates[i].as("a" + i);
        }
        try (GpuStream worker = gpu.openStream()) {
            return table.groupBy("k").aggregate(context, worker, named);
        }
    }

    /// Adds what queries took, and how many times what the card needs for the bytes that each row and each group has.
    void report(String name, Timing timing, long groups, int bytesOfRow, int bytesOfGroup) {
        double floor = (ROWS * (double) bytesOfRow + groups * (double) bytesOfGroup) / PEAK;
        double median = Arrays.stream(timing.millis()).sorted().toArray()[timing.millis().length / 2];
        run.results()
                .add(
                        name,
                        "ms",
                        timing.millis(),
                        "rows",
                        String.valueOf(ROWS),
                        "groups",
                        String.valueOf(groups),
                        "floor",
                        Results.number(floor),
                        "timesFloor",
                        Results.number(median / floor),
                        "strategy",
                        "\"" + timing.strategy() + "\"");
    }
}
