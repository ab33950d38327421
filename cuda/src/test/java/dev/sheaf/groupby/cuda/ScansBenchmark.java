package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
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
import dev.sheaf.window.RunFunction.RankMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private final TableBench bench;

    /// Scans by some keys and a name for them.
    record Case(String name, List<String> keys, List<GroupScan> scans) {}

    ScansBenchmark(TableBench bench) {
        this.bench = bench;
    }

    /// @param arguments file, rows, seconds
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        long rows = Long.parseLong(arguments[1]);
        long end = System.nanoTime() + Long.parseLong(arguments[2]) * 1_000_000_000L;
        Files.deleteIfExists(file);
        TableBench.Kind kind = new TableBench.Kind("scans", "", SAMPLES, 100L << 30);
        TableBench.of(
                kind,
                file,
                pool -> table(rows, pool),
                bench -> new ScansBenchmark(bench).measure(cases(), grouped(), end));
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
            measure(key + ": collected lists", () -> collected(key, "i"), end);
        }
        for (String key : texts()) {
            measure(key + ": collected texts", () -> collected(key, "name"), end);
        }
    }

    /// Keys by which lists of texts are made.
    static List<String> texts() {
        return List.of("few", "dense");
    }

    private void measure(String name, Supplier<String> work, long end) throws IOException {
        if (System.nanoTime() < end && name.contains(System.getProperty("sheaf.scans.named", ""))) {
            bench.line(name, work);
        }
    }

    private String groups(String key) {
        GpuGroupBy by = bench.device().groupBy(key);
        QueryContext context = bench.context("wait");
        try (GpuStream stream = bench.device().gpu().openStream();
                GpuGroups groups = by.groups(context, stream, GroupsOptions.DEFAULT);
                GpuTable rows = groups.rows();
                Table found = rows.download(bench.pool(), stream);
                Groups expected = GroupBy.on(bench.host(), key)
                        .groups(bench.context(BackendPreference.CPU), GroupsOptions.DEFAULT);
                FixedColumn wanted = expected.rows()) {
            for (long row = 0; row < wanted.length(); row += step()) {
                same(found.column(0).get(row), wanted.get(row), "row " + row);
            }
            double floor = (TableBench.bytes(bench.host(), List.of(key))
                            + 8.0 * bench.host().rowCount())
                    / bench.bytesAMilli();
            return figures(TableBench.way(context), floor, on -> by.groups(context, on, GroupsOptions.DEFAULT), "");
        }
    }

    private String lists(String key) {
        try (GpuGroups groups = bench.device().groupBy(key).groups();
                GpuTable lists = groups.lists("i");
                Table found = lists.download();
                Groups expected = GroupBy.on(bench.host(), key)
                        .groups(bench.context(BackendPreference.CPU), GroupsOptions.DEFAULT)) {
            try (Table wanted = expected.rows(0)) {
                same(found.column(0).get(0), wanted.values("i"), "the first list");
            }
            return figures(
                    "kept groups", 12.0 * bench.host().rowCount() / bench.bytesAMilli(), _ -> groups.lists("i"), "");
        }
    }

    private String collected(String key, String value) {
        Expr list = new Expr.Aggregate(new Aggregation.CollectList(false), List.of(col(value)), Optional.empty(), false)
                .as("a0");
        QueryContext context = bench.context("wait");
        try (GpuStream stream = bench.device().gpu().openStream();
                GpuTable found = bench.device().groupBy(key).aggregate(context, stream, list)) {
            check(key, value, found, stream);
            ShapesBenchmark.Shape shape =
                    new ShapesBenchmark.Shape("lists", List.of(key), OptionalDouble.empty(), List.of(list));
            String libcudf = bench.samples() == 0
                    ? ""
                    : bench.peer()
                            .flatMap(other -> other.time(shape, WARM_UP, bench.samples()))
                            .map(other -> ", \"libcudf\": " + Results.number(other.millis()))
                            .orElse("");
            double floor = (TableBench.bytes(bench.host(), List.of(key))
                            + 2.0 * TableBench.bytes(bench.host(), List.of(value)))
                    / bench.bytesAMilli();
            String groups = ", \"groups\": " + found.rowCount();
            return figures(
                    TableBench.way(context),
                    floor,
                    on -> bench.device().groupBy(key).aggregate(context, on, list),
                    groups + libcudf);
        }
    }

    /// The list of the first row's group.
    private void check(String key, String value, GpuTable found, GpuStream stream) {
        try (Table lists = found.download(bench.pool(), stream);
                Groups expected = GroupBy.on(bench.host(), key)
                        .groups(bench.context(BackendPreference.CPU), GroupsOptions.DEFAULT);
                Table wanted = expected.rows(0)) {
            Object first = bench.host().column(key).get(0);
            long at = 0;
            while (!java.util.Objects.equals(lists.column(key).get(at), first)) {
                at++;
            }
            same(lists.column("a0").get(at), wanted.values(value), "the list of " + first);
        }
    }

    /// What work takes, and its kernels.
    private String figures(String way, double floor, Function<GpuStream, AutoCloseable> work, String more) {
        double[] millis = new double[Math.max(1, bench.samples())];
        try (GpuStream stream = bench.device().gpu().openStream()) {
            for (int i = bench.samples() == 0 ? 0 : -WARM_UP; i < bench.samples(); i++) {
                long from = System.nanoTime();
                close(work.apply(stream));
                millis[Math.max(i, 0)] = (System.nanoTime() - from) / 1e6;
            }
        }
        Arrays.sort(millis);
        return "\"ms\": %s, \"least\": %s, \"floor\": %s, \"way\": \"%s\"%s, \"kernels\": {%s}"
                .formatted(
                        Results.number(millis[bench.samples() / 2]),
                        Results.number(millis[0]),
                        String.format(Locale.ROOT, "%.3f", floor),
                        way,
                        more,
                        bench.samples() == 0 ? "" : bench.kernels(stream -> close(work.apply(stream))));
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
        return Math.max(1, bench.host().rowCount() / COMPARED);
    }

    private String measured(Case asked) {
        QueryContext context = bench.context("wait");
        long start = System.nanoTime();
        try (GpuStream stream = bench.device().gpu().openStream();
                GpuTable result = scanned(asked, context, stream);
                Table back = result.download(bench.pool(), stream)) {
            double first = (System.nanoTime() - start) / 1e6;
            check(asked, back);
            return figures(
                    TableBench.way(context),
                    floor(asked, back),
                    on -> scanned(asked, bench.context("wait"), on),
                    ", \"first\": " + Results.number(first) + libcudf(asked));
        }
    }

    private GpuTable scanned(Case asked, QueryContext context, GpuStream stream) {
        return bench.device()
                .groupBy(asked.keys().toArray(String[]::new))
                .scan(context, stream, asked.scans().toArray(GroupScan[]::new));
    }

    private String libcudf(Case asked) {
        return bench.samples() == 0
                ? ""
                : bench.peer()
                        .flatMap(other -> other.scans(asked.keys(), asked.scans(), WARM_UP, bench.samples()))
                        .map(other -> ", \"libcudf\": " + Results.number(other.millis()))
                        .orElse("");
    }

    /// The CPU's results at some rows; running sums of doubles are rounded in another order there.
    private void check(Case asked, Table found) {
        QueryContext context = bench.context(BackendPreference.CPU);
        try (Groups groups = GroupBy.on(bench.host(), asked.keys().toArray(String[]::new))
                        .groups(context, GroupsOptions.DEFAULT);
                Table expected =
                        groups.scan(context, RowsBy.TABLE, asked.scans().toArray(GroupScan[]::new))) {
            for (GroupScan scan : asked.scans()) {
                for (long row = 0; row < bench.host().rowCount(); row += step()) {
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
        return (TableBench.bytes(bench.host(), read)
                        + TableBench.bytes(results, results.schema().names()))
                / bench.bytesAMilli();
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
