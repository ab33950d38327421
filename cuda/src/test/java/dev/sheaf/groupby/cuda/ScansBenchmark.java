package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.gpu.Results;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import dev.sheaf.window.RunFunction.RankMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Scans of groups of a table on the device, groups that are kept there and lists, beside libcudf where it runs
/// beside: a line a case as of [ShapesBenchmark]. `floor` is what reading keys and inputs once and writing the
/// results once take at least. Results are compared with the CPU's at some rows.
///
/// Run by `run-gpu.sh scans`. libcudf leaves results group by group, Sheaf in the order of the table; for shifts
/// and ranks it needs sorted rows, so that its time holds a sort of the table by keys (and values).
final class ScansBenchmark {
    private static final int WARM_UP = 5;
    private static final int SAMPLES = 7;
    private static final int COMPARED = 200_000;
    private static final double ROUNDING = 1e-9;
    private static final Set<String> COLUMNS = Set.of("few", "mid", "dense", "wide", "name", "i", "d", "g");

    private final Path file;
    private final Table host;
    private final GpuTable device;
    private final MemoryPool pool;
    private final int samples;
    private final double bytesAMilli;
    private final Optional<ShapesPeer> peer;

    /// Scans by some keys and a name for them.
    record Case(String name, List<String> keys, List<GroupScan> scans) {}

    /// @param samples how often a case is timed; with 0, its answer alone is looked at
    ScansBenchmark(
            Path file,
            Table host,
            GpuTable device,
            MemoryPool pool,
            int samples,
            double bytesAMilli,
            Optional<ShapesPeer> peer) {
        this.file = file;
        this.host = host;
        this.device = device;
        this.pool = pool;
        this.samples = samples;
        this.bytesAMilli = bytesAMilli;
        this.peer = peer;
    }

    /// @param arguments file, rows, seconds
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        long rows = Long.parseLong(arguments[1]);
        long end = System.nanoTime() + Long.parseLong(arguments[2]) * 1_000_000_000L;
        Device first = BenchRun.usable().driver().device(0);
        double bytesAMilli = ShapesBenchmark.bytesAMilli(first);
        try (MemoryPool pool = MemoryPool.withLimit(100L << 30);
                Table host = table(rows, pool);
                GpuStream stream = Gpu.open(0).openStream();
                GpuTable device = Gpu.open(0)
                        .load(new TableDataset(host), ShapesBenchmark.context(pool, BackendPreference.CUDA), stream)) {
            Optional<ShapesPeer> peer = Optional.ofNullable(System.getProperty("sheaf.libcudf"))
                    .map(folder -> ShapesBenchmark.peer(Path.of(folder), host));
            String head =
                    "{\"benchmark\": \"scans\", \"rows\": %d, \"gpu\": \"%s\", \"copied GB/s\": %.0f, \"commit\": \"%s\"}%n";
            String commit = System.getProperty("sheaf.commit", "unknown");
            Files.writeString(file, head.formatted(rows, first.info().describe(), bytesAMilli / 1e6, commit));
            new ScansBenchmark(file, host, device, pool, SAMPLES, bytesAMilli, peer).measure(cases(), grouped(), end);
            peer.ifPresent(ShapesPeer::close);
        }
    }

    static Table table(long rows, MemoryPool pool) {
        return ShapesData.table(rows, 1, pool, COLUMNS::contains);
    }

    /// Every scan that libcudf's binding has, by few to many groups, and some that it has not.
    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (String key : List.of("few", "mid", "dense", "wide", "name")) {
            cases.add(new Case(key + ": sum of ints", List.of(key), List.of(GroupScan.scan(sum("i")))));
        }
        List<String> mid = List.of("mid");
        List<String> dense = List.of("dense");
        GroupScan least = GroupScan.scan(min("i")).as("least");
        GroupScan most = GroupScan.scan(max("i")).as("most");
        GroupScan many = GroupScan.scan(sum("i")).as("sum");
        GroupScan rows = GroupScan.scan(count()).as("rows");
        cases.add(new Case("mid: sum of doubles", mid, List.of(GroupScan.scan(sum("d")))));
        cases.add(new Case("mid: max of doubles", mid, List.of(GroupScan.scan(max("d")))));
        cases.add(new Case("mid: count", mid, List.of(rows)));
        cases.add(new Case("mid: four scans", mid, List.of(many, least, most, rows)));
        cases.add(new Case("dense: four scans", dense, List.of(many, least, most, rows)));
        cases.add(new Case("mid: preceding values", mid, List.of(GroupScan.forwardFill("g"))));
        cases.add(new Case("dense: following values", dense, List.of(GroupScan.backwardFill("g"))));
        cases.add(new Case("mid: shift", mid, List.of(GroupScan.shift("i", 1))));
        cases.add(new Case("dense: shift", dense, List.of(GroupScan.shift("d", -2))));
        cases.add(new Case("mid: rank", mid, List.of(GroupScan.rank("i", RankMethod.MIN))));
        cases.add(new Case("dense: dense rank", dense, List.of(GroupScan.rank("i", RankMethod.DENSE))));
        cases.add(new Case("mid: mean of doubles", mid, List.of(GroupScan.scan(mean("d")))));
        cases.add(new Case("mid: nulls by means", mid, List.of(GroupScan.replaceNulls("g", mean("g")))));
        cases.add(new Case("mid: differences", mid, List.of(GroupScan.diff("d", 1))));
        return cases;
    }

    /// Keys by which groups are kept, and lists made of their rows.
    static List<String> grouped() {
        return List.of("few", "mid", "dense", "name");
    }

    /// Measures cases one after the other, and groups by keys, until some time.
    void measure(List<Case> cases, List<String> keys, long end) throws IOException {
        for (Case each : cases) {
            measure(each.name(), () -> measured(each), end);
        }
        for (String key : keys) {
            measure(key + ": groups", () -> groups(key), end);
            measure(key + ": lists of kept groups", () -> lists(key), end);
            measure(key + ": collected lists", () -> collected(key), end);
        }
    }

    private void measure(String name, Supplier<String> work, long end) throws IOException {
        if (System.nanoTime() >= end) {
            return;
        }
        String line;
        try {
            line = "{\"name\": \"%s\", %s}%n".formatted(name, work.get());
        } catch (RuntimeException | AssertionError failure) {
            String what = String.valueOf(failure).replaceAll("[\"\\\\\n]", "'");
            line = "{\"name\": \"%s\", \"failed\": \"%s\"}%n".formatted(name, what);
        }
        System.out.print(line);
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private String groups(String key) {
        GpuGroupBy by = device.groupBy(key);
        QueryContext context = ShapesBenchmark.context(pool, "wait");
        try (GpuStream stream = device.gpu().openStream();
                GpuGroups groups = by.groups(context, stream, GroupsOptions.DEFAULT);
                GpuTable rows = groups.rows();
                Table found = rows.download(pool, stream);
                Groups expected = GroupBy.on(host, key)
                        .groups(ShapesBenchmark.context(pool, BackendPreference.CPU), GroupsOptions.DEFAULT);
                FixedColumn wanted = expected.rows()) {
            for (long row = 0; row < wanted.length(); row += step()) {
                same(found.column(0).get(row), wanted.get(row), "row " + row);
            }
            double floor = (ShapesBenchmark.bytes(host, List.of(key)) + 8.0 * host.rowCount()) / bytesAMilli;
            return figures(
                    ShapesBenchmark.way(context), floor, on -> by.groups(context, on, GroupsOptions.DEFAULT), "");
        }
    }

    private String lists(String key) {
        try (GpuGroups groups = device.groupBy(key).groups();
                GpuTable lists = groups.lists("i");
                Table found = lists.download();
                Groups expected = GroupBy.on(host, key)
                        .groups(ShapesBenchmark.context(pool, BackendPreference.CPU), GroupsOptions.DEFAULT)) {
            try (Table wanted = expected.rows(0)) {
                same(found.column(0).get(0), wanted.values("i"), "the first list");
            }
            return figures("kept groups", 12.0 * host.rowCount() / bytesAMilli, _ -> groups.lists("i"), "");
        }
    }

    private String collected(String key) {
        Expr list = new Expr.Aggregate(new Aggregation.CollectList(false), List.of(col("i")), Optional.empty(), false)
                .as("a0");
        QueryContext context = ShapesBenchmark.context(pool, "wait");
        try (GpuStream stream = device.gpu().openStream();
                GpuTable found = device.groupBy(key).aggregate(context, stream, list)) {
            ShapesBenchmark.Shape shape =
                    new ShapesBenchmark.Shape("lists", List.of(key), OptionalDouble.empty(), List.of(list));
            String libcudf = samples == 0
                    ? ""
                    : peer.flatMap(other -> other.time(shape, WARM_UP, samples))
                            .map(other -> ", \"libcudf\": " + Results.number(other.millis()))
                            .orElse("");
            double floor = (ShapesBenchmark.bytes(host, List.of(key)) + 8.0 * host.rowCount()) / bytesAMilli;
            String groups = ", \"groups\": " + found.rowCount();
            return figures(
                    ShapesBenchmark.way(context),
                    floor,
                    on -> device.groupBy(key).aggregate(context, on, list),
                    groups + libcudf);
        }
    }

    /// What work takes, and its kernels.
    private String figures(String way, double floor, Function<GpuStream, AutoCloseable> work, String more) {
        double[] millis = new double[Math.max(1, samples)];
        try (GpuStream stream = device.gpu().openStream()) {
            for (int i = samples == 0 ? 0 : -WARM_UP; i < samples; i++) {
                long from = System.nanoTime();
                close(work.apply(stream));
                millis[Math.max(i, 0)] = (System.nanoTime() - from) / 1e6;
            }
        }
        Arrays.sort(millis);
        return "\"ms\": %s, \"least\": %s, \"floor\": %s, \"way\": \"%s\"%s, \"kernels\": {%s}"
                .formatted(
                        Results.number(millis[samples / 2]),
                        Results.number(millis[0]),
                        String.format(Locale.ROOT, "%.3f", floor),
                        way,
                        more,
                        samples == 0 ? "" : ShapesBenchmark.kernels(device, stream -> close(work.apply(stream))));
    }

    private static void close(AutoCloseable made) {
        try {
            made.close();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private long step() {
        return Math.max(1, host.rowCount() / COMPARED);
    }

    private String measured(Case asked) {
        QueryContext context = ShapesBenchmark.context(pool, "wait");
        long start = System.nanoTime();
        try (GpuStream stream = device.gpu().openStream();
                GpuTable result = scanned(asked, context, stream);
                Table back = result.download(pool, stream)) {
            double first = (System.nanoTime() - start) / 1e6;
            check(asked, back);
            return figures(
                    ShapesBenchmark.way(context),
                    floor(asked, back),
                    on -> scanned(asked, ShapesBenchmark.context(pool, "wait"), on),
                    ", \"first\": " + Results.number(first) + libcudf(asked));
        }
    }

    private GpuTable scanned(Case asked, QueryContext context, GpuStream stream) {
        return device.groupBy(asked.keys().toArray(String[]::new))
                .scan(context, stream, asked.scans().toArray(GroupScan[]::new));
    }

    private String libcudf(Case asked) {
        return samples == 0
                ? ""
                : peer.flatMap(other -> other.scans(asked.keys(), asked.scans(), WARM_UP, samples))
                        .map(other -> ", \"libcudf\": " + Results.number(other.millis()))
                        .orElse("");
    }

    /// The CPU's results at some rows; running sums of doubles are rounded in another order there.
    private void check(Case asked, Table found) {
        QueryContext context = ShapesBenchmark.context(pool, BackendPreference.CPU);
        try (Groups groups =
                        GroupBy.on(host, asked.keys().toArray(String[]::new)).groups(context, GroupsOptions.DEFAULT);
                Table expected =
                        groups.scan(context, RowsBy.TABLE, asked.scans().toArray(GroupScan[]::new))) {
            for (GroupScan scan : asked.scans()) {
                for (long row = 0; row < host.rowCount(); row += step()) {
                    same(
                            found.column(scan.name()).get(row),
                            expected.column(scan.name()).get(row),
                            scan + ", row " + row);
                }
            }
        }
    }

    private static void same(@Nullable Object found, @Nullable Object expected, String what) {
        boolean isSame = (found instanceof Double number && expected instanceof Double other)
                ? Math.abs(number - other) <= ROUNDING * Math.max(1, Math.abs(other))
                : java.util.Objects.equals(found, expected);
        if (!isSame) {
            throw new AssertionError(what + ": expected " + expected + ", found " + found);
        }
    }

    private double floor(Case asked, Table results) {
        List<String> read = new ArrayList<>(asked.keys());
        for (GroupScan scan : asked.scans()) {
            inputs(scan).filter(name -> !read.contains(name)).ifPresent(read::add);
        }
        return (ShapesBenchmark.bytes(host, read)
                        + ShapesBenchmark.bytes(results, results.schema().names()))
                / bytesAMilli;
    }

    private static Optional<String> inputs(GroupScan scan) {
        Optional<Expr> input = switch (scan) {
            case GroupScan.Run run -> run.input();
            case GroupScan.Change change -> Optional.of(change.input());
            case GroupScan.Replaced replaced -> Optional.of(replaced.input());
            case GroupScan.Transformed _, GroupScan.GroupNumber _ -> Optional.empty();
        };
        return input.map(Expr::outputName);
    }
}
