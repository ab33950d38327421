package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Offer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Group-bys of random shapes over host tables of several sizes by each backend, beside what each expected to take: how
/// often `auto` takes the better one. A line a shape is added to a file: the milliseconds of each backend, those it
/// expected, and `loss`, what the chosen one takes in times of the better one. Run by `run-gpu.sh choice`.
final class ChoiceBenchmark {
    private static final long[] ROWS = {1_000, 30_000, 300_000, 3_000_000, 10_000_000};
    private static final int WARM_UP = 10;
    private static final int SAMPLES = 5;

    private final Path file;
    private final MemoryPool pool;

    private ChoiceBenchmark(Path file, MemoryPool pool) {
        this.file = file;
        this.pool = pool;
    }

    /// @param arguments file, seed, shapes, seconds
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        long end = System.nanoTime() + Long.parseLong(arguments[3]) * 1_000_000_000L;
        for (Backend backend : Backends.all()) {
            backend.calibrate().ifPresent(System.out::println);
        }
        try (MemoryPool pool = MemoryPool.withLimit(60L << 30);
                Table all = ShapesData.table(ROWS[ROWS.length - 1], seed, pool)) {
            ChoiceBenchmark benchmark = new ChoiceBenchmark(file, pool);
            int number = 0;
            for (ShapesBenchmark.Shape shape : ShapesBenchmark.random(seed, Integer.parseInt(arguments[2]))) {
                if (System.nanoTime() < end) {
                    try (Table rows = all.slice(0, ROWS[number++ % ROWS.length])) {
                        benchmark.measure(shape, rows);
                    }
                }
            }
        }
    }

    private void measure(ShapesBenchmark.Shape shape, Table rows) throws IOException {
        double cpu = millis(shape, rows, BackendPreference.CPU);
        double gpu = millis(shape, rows, BackendPreference.CUDA);
        QueryContext context = context(BackendPreference.AUTO);
        GroupByRequest request = query(shape, rows).request(aggregates(shape));
        SourceStats stats = new TableDataset(rows).stats();
        String chosen = Backends.choose(request, stats, context).backend().name();
        double loss = (chosen.equals("cpu") ? cpu : gpu) / Math.min(cpu, gpu);
        String line =
                "{\"name\": \"%s\", \"rows\": %d, \"cpu\": %s, \"cuda\": %s, \"cpu expected\": %s, \"cuda expected\": %s, \"chosen\": \"%s\", \"loss\": %s}%n"
                        .formatted(
                                shape.name(),
                                rows.rowCount(),
                                Results.number(cpu),
                                Results.number(gpu),
                                expected("cpu", request, stats, context),
                                expected("cuda", request, stats, context),
                                chosen,
                                Results.number(loss));
        System.out.print(line);
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private double millis(ShapesBenchmark.Shape shape, Table rows, BackendPreference backend) {
        double[] millis = new double[SAMPLES];
        for (int i = -WARM_UP; i < SAMPLES; i++) {
            long start = System.nanoTime();
            query(shape, rows).aggregate(context(backend), aggregates(shape)).close();
            millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
        }
        Arrays.sort(millis);
        return millis[SAMPLES / 2];
    }

    private static String expected(String name, GroupByRequest request, SourceStats stats, QueryContext context) {
        Optional<Backend> backend =
                Backends.all().stream().filter(each -> each.name().equals(name)).findFirst();
        return backend.orElseThrow().offer(request, stats, context) instanceof Offer.Accepted accepted
                ? Results.number(accepted.estimatedSeconds() * 1e3)
                : "null";
    }

    private static Expr[] aggregates(ShapesBenchmark.Shape shape) {
        return shape.aggregates().toArray(Expr[]::new);
    }

    private static GroupBy query(ShapesBenchmark.Shape shape, Table rows) {
        GroupBy all = GroupBy.on(rows, shape.keys().toArray(String[]::new));
        return shape.bound().isPresent() ? all.where(col("d").lt(shape.bound().getAsDouble())) : all;
    }

    private QueryContext context(BackendPreference backend) {
        return QueryContext.builder()
                .pool(pool)
                .backend(backend)
                .settings(new Settings(Map.of("cuda.compile", "wait")))
                .build();
    }
}
