package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Order;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// Group-bys over a pageable table by the CPU, by the GPU, by both together and by what `auto` takes, by turns.
/// A line a query is added to a file: the milliseconds of each, the share of the GPU, what was expected,
/// `gain`, what the better one takes alone in times of both together, and `auto gain`, the same of what `auto`
/// took. Answers are compared with the CPU's. Run by `run-gpu.sh sharing`.
final class SharingBenchmark {
    private static final int WARM_UP = 3;
    private static final int SAMPLES = 5;
    private static final int FILLED_ROWS = 1 << 20;

    /// Sums of floats are added up in another order.
    private static final double CLOSE = 1e-9;

    private static final String GAIN = "cuda.share.gain";

    private final Table table;
    private final MemoryPool pool;

    private SharingBenchmark(Table table, MemoryPool pool) {
        this.table = table;
        this.pool = pool;
    }

    /// Who runs a query.
    private enum Way {
        CPU(BackendPreference.CPU, Map.of()),
        GPU(BackendPreference.CUDA, Map.of()),
        BOTH(BackendPreference.CUDA, Map.of(GAIN, "0")),
        AUTO(BackendPreference.AUTO, Map.of());

        private final BackendPreference backend;
        private final Map<String, String> settings;

        Way(BackendPreference backend, Map<String, String> settings) {
            this.backend = backend;
            this.settings = settings;
        }
    }

    private record Query(String name, List<String> keys, boolean isFiltered, Expr... asked) {
        GroupBy on(Table rows) {
            GroupBy all = GroupBy.on(rows, keys.toArray(String[]::new)).order(Order.SORTED);
            return isFiltered ? all.where(col("w").gt(0)) : all;
        }
    }

    private static final List<Query> QUERIES = List.of(
            new Query("count by 10,000", List.of("k"), false, count().as("n")),
            new Query("sum by 10,000", List.of("k"), false, sum("v").as("s")),
            new Query(
                    "six by 10,000",
                    List.of("k"),
                    false,
                    count().as("n"),
                    sum("v").as("s"),
                    mean("v").as("a"),
                    min("w").as("l"),
                    max("w").as("m"),
                    sum("w").as("t")),
            new Query("sum by 100 and 100", List.of("g", "h"), false, sum("v").as("s"), sum("w").as("t")),
            new Query("sum under a condition", List.of("g"), true, sum("v").as("s")),
            new Query("sum by a million", List.of("m"), false, sum("v").as("s")));

    /// @param arguments file, rows
    public static void main(String[] arguments) throws IOException {
        long rows = Long.parseLong(arguments[1]);
        for (Backend backend : Backends.all()) {
            backend.calibrate().ifPresent(System.out::println);
        }
        try (MemoryPool pool = MemoryPool.withLimit(60L << 30);
                Table table = table(rows, pool)) {
            for (Query query : QUERIES) {
                String line = new SharingBenchmark(table, pool).measure(query);
                System.out.print(line);
                Files.writeString(Path.of(arguments[0]), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }
    }

    private String measure(Query query) {
        Map<Way, double[]> millis = new HashMap<>();
        Map<Way, List<String>> decisions = new HashMap<>();
        try (Table expected = query.on(table).aggregate(context(Way.CPU), query.asked())) {
            for (int i = -WARM_UP; i < SAMPLES; i++) {
                for (Way way : Way.values()) {
                    QueryContext context = context(way);
                    long start = System.nanoTime();
                    try (Table result = query.on(table).aggregate(context, query.asked())) {
                        millis.computeIfAbsent(way, _ -> new double[SAMPLES])[Math.max(i, 0)] =
                                (System.nanoTime() - start) / 1e6;
                        check(result, expected, query.name());
                    }
                    decisions.put(
                            way,
                            context.decisions().stream().map(Decision::toString).toList());
                }
            }
        }
        double cpu = median(millis.get(Way.CPU));
        double gpu = median(millis.get(Way.GPU));
        double both = median(millis.get(Way.BOTH));
        double auto = median(millis.get(Way.AUTO));
        return "{\"name\": \"%s\", \"cpu\": %s, \"gpu\": %s, \"both\": %s, \"auto\": %s, \"gain\": %s, \"auto gain\": %s, \"ways\": \"%s\"}%n"
                .formatted(
                        query.name(),
                        Results.number(cpu),
                        Results.number(gpu),
                        Results.number(both),
                        Results.number(auto),
                        Results.number(Math.min(cpu, gpu) / both),
                        Results.number(Math.min(cpu, gpu) / auto),
                        (decisions.get(Way.BOTH) + " AUTO " + decisions.get(Way.AUTO)).replace('"', '\''));
    }

    private QueryContext context(Way way) {
        Map<String, String> settings = new HashMap<>(way.settings);
        settings.put("cuda.compile", "wait");
        return QueryContext.builder()
                .pool(pool)
                .backend(way.backend)
                .settings(new Settings(settings))
                .build();
    }

    private static double median(double[] millis) {
        return Arrays.stream(millis).sorted().toArray()[SAMPLES / 2];
    }

    private static void check(Table result, Table expected, String name) {
        if (result.rowCount() != expected.rowCount()) {
            throw new IllegalStateException(name + ": " + result.rowCount() + " groups, not " + expected.rowCount());
        }
        for (String column : expected.schema().names()) {
            List<?> found = result.values(column);
            List<?> wanted = expected.values(column);
            for (int row = 0; row < wanted.size(); row++) {
                if (!isClose(found.get(row), wanted.get(row))) {
                    throw new IllegalStateException(name + ", column " + column + ", group " + row + ": "
                            + found.get(row) + ", not " + wanted.get(row));
                }
            }
        }
    }

    private static boolean isClose(Object found, Object wanted) {
        return found instanceof Double here && wanted instanceof Double there
                ? Math.abs(here - there) <= CLOSE * Math.max(1, Math.abs(there))
                : found.equals(wanted);
    }

    /// Keys of 10,000, a million, 100 and 100 values, a double and an int64, in no order.
    private static Table table(long rows, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (Map.Entry<String, Integer> key :
                List.of(Map.entry("k", 10_000), Map.entry("m", 1_000_000), Map.entry("g", 100), Map.entry("h", 100))) {
            int salt = columns.size();
            fields.add(new Field(key.getKey(), DataType.INT32, false));
            columns.add(column(
                    DataType.INT32,
                    rows,
                    pool,
                    (values, row) -> values.setAtIndex(JAVA_INT, row, (int) (mixed(row, salt) % key.getValue()))));
        }
        fields.add(new Field("v", DataType.FLOAT64, false));
        columns.add(column(
                DataType.FLOAT64,
                rows,
                pool,
                (values, row) -> values.setAtIndex(JAVA_DOUBLE, row, (mixed(row, 5) % 1_000_000) / 1_000.0)));
        fields.add(new Field("w", DataType.INT64, false));
        columns.add(column(
                DataType.INT64,
                rows,
                pool,
                (values, row) -> values.setAtIndex(JAVA_LONG, row, mixed(row, 6) % 2_000 - 1_000)));
        return new Table(new Schema(fields), columns, rows);
    }

    private static long mixed(long row, int salt) {
        long word = (row + 1) * 0x9e3779b97f4a7c15L + salt * 0xc2b2ae3d27d4eb4fL;
        word = (word ^ (word >>> 29)) * 0xbf58476d1ce4e5b9L;
        return (word ^ (word >>> 32)) >>> 1;
    }

    private interface Filler {
        void fill(MemorySegment values, long row);
    }

    private static Column column(DataType type, long rows, MemoryPool pool, Filler filler) {
        Buffer buffer = pool.allocate(rows * type.layout().byteWidth(), "benchmark");
        MemorySegment values = buffer.segment();
        LongStream.range(0, Math.ceilDiv(rows, FILLED_ROWS)).parallel().forEach(part -> {
            long end = Math.min(rows, (part + 1) * FILLED_ROWS);
            for (long row = part * FILLED_ROWS; row < end; row++) {
                filler.fill(values, row);
            }
        });
        return new FixedColumn(type, rows, buffer, Validity.allValid(rows));
    }
}
