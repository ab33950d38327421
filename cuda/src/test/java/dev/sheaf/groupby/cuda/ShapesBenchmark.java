package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.argMin;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.last;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.median;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.variance;

import dev.sheaf.column.Table;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/// Group-bys of many shapes over a table on the device, by the public API: some that are named, and some drawn from
/// a seed (these alone with `-Dsheaf.shapes.random=true`). Each answer is compared with the CPU's. A line a shape is
/// added to a file, and shapes that stand in it are left out:
///
/// - `first`: the first run, which does not wait for kernels; `way first`: how it was answered
/// - `compiled`: the next run, which does. The answers of both are compared
/// - `ms`, `least`, `way`: the median and the least of those that follow some more, and how they were answered
/// - `kernels`: what each kernel takes in one more run, by its name
/// - `floor`: what reading the columns takes at least
/// - `libcudf`: its median, where it runs beside (`-Dsheaf.libcudf=FOLDER`) and can be asked for the shape
///
/// Run by `run-gpu.sh shapes`.
final class ShapesBenchmark {
    private static final int WARM_UP = 10;
    private static final int SAMPLES = Integer.getInteger("sheaf.shapes.samples", 7);

    private static final List<String> KEYS = List.of(
            "few", "mid", "dense", "many", "wide", "near", "zipf", "flag", "huge", "day", "rate", "gaps", "hex", "name",
            "code", "sorted");

    private static final List<Supplier<Expr>> AGGREGATES = List.of(
            () -> count(),
            () -> sum("i"),
            () -> sum("l"),
            () -> sum("d"),
            () -> mean("g"),
            () -> min("i"),
            () -> max("d"),
            () -> count("g"),
            () -> sum("money"),
            () -> mean("money"),
            () -> max("big"),
            () -> sum("big"),
            () -> first("i"),
            () -> last("d"),
            () -> argMin("i"),
            () -> argMax("d"),
            () -> maxBy("l", "d"),
            () -> variance("d"),
            () -> std("g"));

    /// A group-by and a name for it.
    ///
    /// @param bound what the column `d` is below, in rows that take part
    record Shape(String name, List<String> keys, OptionalDouble bound, List<Expr> aggregates) {}

    private final TableBench bench;

    ShapesBenchmark(TableBench bench) {
        this.bench = bench;
    }

    /// @param arguments file, rows, seed, random shapes, seconds
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        long rows = Long.parseLong(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        long end = System.nanoTime() + Long.parseLong(arguments[4]) * 1_000_000_000L;
        List<Shape> shapes = new ArrayList<>(Boolean.getBoolean("sheaf.shapes.random") ? List.of() : named());
        shapes.addAll(random(seed, Integer.parseInt(arguments[3])));
        TableBench.Kind kind = new TableBench.Kind("shapes", ", \"seed\": " + seed, SAMPLES, 110L << 30);
        TableBench.of(kind, file, pool -> ShapesData.table(rows, seed, pool), bench -> {
            ShapesBenchmark benchmark = new ShapesBenchmark(bench);
            String done = Files.readString(file);
            for (Shape shape : shapes) {
                boolean isThere = bench.host().schema().names().containsAll(shape.keys());
                if (isThere && System.nanoTime() < end && !done.contains("\"" + shape.name() + "\"")) {
                    benchmark.measure(shape);
                }
            }
        });
    }

    /// Those that were slow once, or are of a kind of their own.
    static List<Shape> named() {
        List<Expr> twenty = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            twenty.add(sum("v" + i).as("s" + i));
            twenty.add(mean("v" + i).as("m" + i));
        }
        return List.of(
                shape("two ints: sum, count, max", List.of("mid", "few"), sum("i"), count(), max("d")),
                shape("nulls in key and value: sum, count", List.of("gaps"), sum("g"), count("g")),
                shape("int64: sum, min, max, count", List.of("wide"), sum("i"), min("i"), max("i"), count()),
                shape("few: median, p95", List.of("few"), median("d"), quantile("d", 0.95)),
                shape("flag: distinct ints", List.of("flag"), nunique("mid")),
                new Shape("few: 20 sums and means", List.of("few"), OptionalDouble.empty(), twenty),
                shape("hex: count, sum", List.of("hex"), count(), sum("d")),
                shape("name: sum, mean", List.of("name"), sum("d"), mean("d")),
                shape("hex and code: count", List.of("hex", "code"), count()),
                shape("four keys, one a bool: sum", List.of("near", "few", "flag", "day"), sum("d")),
                shape("dense: variance, argmax", List.of("dense"), variance("d"), argMax("d")),
                shape("dense: first, last", List.of("dense"), first("i"), last("i")),
                shape("dense: max by, argmin", List.of("dense"), maxBy("l", "d"), argMin("i")),
                shape("few: first, last, argmax", List.of("few"), first("d"), last("d"), argMax("i")),
                shape("few: variance, std", List.of("few"), variance("d"), std("g")),
                shape("dense: correlation", List.of("dense"), corr("d", "i")),
                shape("few: least and greatest text", List.of("few"), min("name"), max("name")),
                shape("decimal of 38 digits: sum", List.of("huge"), sum("d"), count()),
                shape("flag and day: sum", List.of("flag", "day"), sum("d"), count()),
                shape("zipf: count", List.of("zipf"), count()),
                shape("zipf: sum", List.of("zipf"), sum("d")),
                shape("zipf of 0.8: count", List.of("zipf08"), count()),
                shape("zipf of 0.8: sum", List.of("zipf08"), sum("d")),
                shape("as many ids, even: count", List.of("even"), count()),
                shape("as many ids, even: sum", List.of("even"), sum("d")),
                shape("many: count", List.of("many"), count()),
                shape("many: sum", List.of("many"), sum("d")),
                shape("no key: sum, max, count", List.of(), sum("d"), max("i"), count()),
                shape("sorted: sum, count", List.of("sorted"), sum("i"), count()));
    }

    private static Shape shape(String name, List<String> keys, Expr... aggregates) {
        List<Expr> numbered = new ArrayList<>();
        for (Expr aggregate : aggregates) {
            numbered.add(aggregate.as("a" + numbered.size()));
        }
        return new Shape(name, keys, OptionalDouble.empty(), numbered);
    }

    /// Shapes drawn from a seed: 1 to 4 keys, 1 to 20 aggregates, a condition in half of them.
    static List<Shape> random(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Shape> shapes = new ArrayList<>();
        for (int s = 0; s < count; s++) {
            List<String> keys = new ArrayList<>();
            int wanted = 1 + random.nextInt(4);
            while (keys.size() < wanted) {
                String key = KEYS.get(random.nextInt(KEYS.size()));
                if (!keys.contains(key)) {
                    keys.add(key);
                }
            }
            int asked = 1 + (int) Math.floor(Math.pow(20, random.nextDouble()) - 1e-9);
            List<Expr> aggregates = new ArrayList<>();
            for (int a = 0; a < asked; a++) {
                aggregates.add(
                        AGGREGATES.get(random.nextInt(AGGREGATES.size())).get().as("a" + a));
            }
            OptionalDouble where = random.nextBoolean()
                    ? OptionalDouble.of(1000 * Math.pow(random.nextDouble(), 2))
                    : OptionalDouble.empty();
            String name = "seed " + seed + " #" + s + ": " + keys + (where.isPresent() ? ", filtered" : "") + ": "
                    + asked + " "
                    + aggregates.stream()
                            .map(Expr::toString)
                            .distinct()
                            .limit(6)
                            .toList();
            shapes.add(new Shape(name, keys, where, aggregates));
        }
        return shapes;
    }

    void measure(Shape shape) throws IOException {
        bench.line(shape.name(), () -> measured(shape));
    }

    private String measured(Shape shape) {
        Expr[] aggregates = shape.aggregates().toArray(Expr[]::new);
        Run first = run(shape, aggregates, bench.context("ahead"));
        Run next = bench.samples() < 0 ? first : run(shape, aggregates, bench.context("wait"));
        if (bench.samples() >= 0) {
            check(shape, aggregates, first, next);
        }
        double[] millis = new double[Math.max(bench.samples(), 1)];
        for (int i = bench.samples() <= 0 ? 0 : -WARM_UP; i < bench.samples(); i++) {
            try (GpuStream stream = bench.device().gpu().openStream()) {
                long start = System.nanoTime();
                query(shape)
                        .aggregate(bench.context("wait"), stream, aggregates)
                        .close();
                millis[Math.max(i, 0)] = (System.nanoTime() - start) / 1e6;
            }
        }
        Arrays.sort(millis);
        String line =
                "\"ms\": %s, \"least\": %s, \"first\": %s, \"compiled\": %s, \"floor\": %s, \"groups\": %d, \"way\": \"%s\", \"way first\": \"%s\"%s, \"kernels\": {%s}";
        return line.formatted(
                Results.number(millis[Math.max(bench.samples(), 0) / 2]),
                Results.number(millis[0]),
                Results.number(first.millis()),
                Results.number(next.millis()),
                String.format(Locale.ROOT, "%.3f", floor(shape, aggregates)),
                first.found().groups(),
                next.way(),
                first.way(),
                peer(shape, first.found().groups()),
                bench.samples() <= 0 ? "" : kernels(shape, aggregates));
    }

    /// A run, whose answer is downloaded behind its time.
    private record Run(double millis, TableDigest found, String way) {}

    private Run run(Shape shape, Expr[] aggregates, QueryContext context) {
        try (GpuStream stream = bench.device().gpu().openStream()) {
            long start = System.nanoTime();
            try (GpuTable result = query(shape).aggregate(context, stream, aggregates)) {
                double millis = (System.nanoTime() - start) / 1e6;
                try (Table back = result.download(bench.pool(), stream)) {
                    return new Run(millis, TableDigest.of(back, shape.keys().size()), TableBench.way(context));
                }
            }
        }
    }

    private void check(Shape shape, Expr[] aggregates, Run... runs) {
        GroupBy onCpu = GroupBy.on(bench.host(), shape.keys().toArray(String[]::new));
        GroupBy cpu = condition(shape).map(onCpu::where).orElse(onCpu);
        try (Table expected = cpu.aggregate(bench.context(BackendPreference.CPU), aggregates)) {
            TableDigest wanted = TableDigest.of(expected, shape.keys().size());
            for (Run run : runs) {
                if (!wanted.isLike(run.found())) {
                    throw new AssertionError("expected " + wanted + ", found " + run.found() + " by " + run.way());
                }
            }
        }
    }

    private String kernels(Shape shape, Expr[] aggregates) {
        return bench.kernels(stream -> query(shape)
                .aggregate(bench.context("wait"), stream, aggregates)
                .close());
    }

    private String peer(Shape shape, long groups) {
        Optional<ShapesPeer.Timed> timed = bench.samples() <= 0
                ? Optional.empty()
                : bench.peer().flatMap(other -> other.time(shape, WARM_UP, bench.samples()));
        return timed.map(other -> ", \"libcudf\": " + Results.number(other.millis())
                        + (other.groups() == groups ? "" : ", \"libcudf groups\": " + other.groups()))
                .orElse("");
    }

    private static Optional<Expr> condition(Shape shape) {
        return shape.bound().isPresent() ? Optional.of(col("d").lt(shape.bound().getAsDouble())) : Optional.empty();
    }

    private GpuGroupBy query(Shape shape) {
        GpuGroupBy all = bench.device().groupBy(shape.keys().toArray(String[]::new));
        return condition(shape).map(all::where).orElse(all);
    }

    /// Milliseconds that reading the columns once takes.
    private double floor(Shape shape, Expr[] aggregates) {
        GroupBy all = GroupBy.on(bench.host(), shape.keys().toArray(String[]::new));
        List<String> names = condition(shape)
                .map(all::where)
                .orElse(all)
                .request(aggregates)
                .input()
                .names();
        return TableBench.bytes(bench.host(), names) / bench.bytesAMilli();
    }
}
