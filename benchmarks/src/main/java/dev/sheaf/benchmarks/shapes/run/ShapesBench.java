package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.Machine;
import dev.sheaf.benchmarks.shapes.grammar.Grammar;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import dev.sheaf.benchmarks.shapes.grammar.ShapeDrawer;
import dev.sheaf.benchmarks.shapes.run.ShapeResult.Outcome;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench shapes`: queries drawn at random, so that nobody can have tuned for them. What is drawn says [Grammar].
@Command(
        name = "shapes",
        description = {
            "Random queries over random tables, each answer checked, beside DuckDB.",
            "A run that was stopped goes on where it was. The report lies in the data folder, too; see shapes-compare."
        })
public final class ShapesBench implements Runnable {
    private static final int FIRST_OF = 5;
    private static final int LIMIT_SECONDS = 120;

    /// Where the rows come from.
    enum Source {
        MEMORY,
        PARQUET
    }

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--seed", paramLabel = "S", description = "Which tables and shapes (default: 1).")
    private long seed = 1;

    @Option(names = "--count", paramLabel = "N", description = "How many shapes (default: 40).")
    private int count = 40;

    @Option(names = "--source", paramLabel = "NAME", description = "memory (default) or parquet.")
    private Source source = Source.MEMORY;

    @Option(
            names = "--shape-seconds",
            paramLabel = "S",
            description = "Warm-ups and runs of a shape take so long; slow shapes get fewer (default: 20).")
    private double shapeSeconds = 20;

    @Option(names = "--no-first", description = "Without the first runs of fresh processes.")
    private boolean noFirst;

    @Option(names = "--only", split = ",", paramLabel = "N", description = "Only the shapes of these numbers.")
    private Set<Integer> only = Set.of();

    @Option(
            names = "--form",
            split = ",",
            paramLabel = "NAME",
            description = "Only shapes of these forms: group_by, filter, sort, top_n, distinct.")
    private Set<Shape.Form> forms = Set.of(Shape.Form.values());

    @Option(names = "--note", paramLabel = "TEXT", description = "Is filed with the report, such as: shared machine.")
    private String note = "";

    @Option(names = "--list", description = "Only print the queries.")
    private boolean list;

    @Override
    public void run() {
        BenchOptions.checkPositive("--count", count);
        List<WideTable> tables = WideTable.of(seed, options.rows());
        List<Shape> shapes = ShapeDrawer.draw(seed, count, tables).stream()
                .filter(shape -> only.isEmpty() || only.contains(shape.number()))
                .filter(shape -> forms.contains(shape.form()))
                .toList();
        if (list) {
            shapes.forEach(shape -> System.out.println(shape.number() + ": " + shape.sql()));
            return;
        }
        ShapesReport report = new ShapesReport(what(), measure(tables, shapes));
        System.out.println(options.isJson() ? report.json() : report.text());
        file(report);
        check(report);
    }

    private List<ShapeResult> measure(List<WideTable> tables, List<Shape> shapes) {
        Progress progress = progress();
        List<ShapeResult> results = new ArrayList<>(progress.done());
        Set<Integer> done = results.stream().map(ShapeResult::number).collect(Collectors.toSet());
        try (Sides sides = new Sides(options.threads(), files())) {
            sides.duckdb.limit(LIMIT_SECONDS);
            for (WideTable table : tables) {
                for (Shape shape : shapes) {
                    if (shape.table().equals(table.name()) && !done.contains(shape.number())) {
                        sides.load(table, source == Source.MEMORY);
                        results.add(measure(sides, table, shape));
                        progress.add(results.getLast());
                    }
                }
            }
        }
        Set<Integer> asked = shapes.stream().map(Shape::number).collect(Collectors.toSet());
        return results.stream().filter(one -> asked.contains(one.number())).toList();
    }

    /// What an unfinished run of the same shapes has measured.
    Progress progress() {
        return new Progress(folder().resolve(name() + ".progress"), identity());
    }

    private ShapeResult measure(Sides sides, WideTable table, Shape shape) {
        ShapeResult result = new ShapeRun(sides, shape, shapeSeconds).result();
        if (result.isMeasured() && shape.number() % FIRST_OF == 0 && !noFirst) {
            result = withFirst(files().of(table), shape, result);
        }
        System.err.println(
                result.isMeasured()
                        ? String.format(Locale.ROOT, "%d: %s", result.number(), ShapesReport.figure(result.ratio()))
                        : ShapesReport.unmeasured(result));
        return result;
    }

    private ShapeResult withFirst(Path file, Shape shape, ShapeResult result) {
        FirstRun.Times sheaf = FirstRun.of("sheaf", options.threads(), shape.table(), file, shape.sql());
        FirstRun.Times duckdb = FirstRun.of("duckdb", options.threads(), shape.table(), file, shape.sql());
        return result.withFirst(sheaf.queryMillis(), duckdb.queryMillis(), sheaf.processMillis());
    }

    /// What has to be equal for a run to go on with the results of another.
    private Map<String, Object> identity() {
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("benchmark", "shapes");
        identity.put("grammar", Grammar.VERSION);
        identity.put("seed", seed);
        identity.put("source", source.name().toLowerCase(Locale.ROOT));
        identity.put("rows", options.rows());
        identity.put("threads", options.threads());
        identity.put("commit", Machine.describe(options.root()).get("commit"));
        return identity;
    }

    private Map<String, Object> what() {
        Map<String, Object> what = new LinkedHashMap<>(identity());
        what.putAll(Machine.describe(options.root()));
        what.put("count", count);
        what.put("shapeSeconds", shapeSeconds);
        if (!note.isEmpty()) {
            what.put("note", note);
        }
        return what;
    }

    private WideFiles files() {
        return new WideFiles(options.data(), seed);
    }

    private Path folder() {
        return options.data().folder();
    }

    private String name() {
        return "shapes-" + source.name().toLowerCase(Locale.ROOT) + "-" + seed;
    }

    private void file(ShapesReport report) {
        Path results = options.root().resolve("benchmarks").resolve("results").resolve(Machine.folderName());
        Path file = (options.isSaved() ? results : folder()).resolve(name() + ".json");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, report.json());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the results to " + file, failure);
        }
        System.err.println("written: " + file);
        progress().finish();
    }

    /// @throws IllegalStateException if an answer was wrong or Sheaf failed
    private static void check(ShapesReport report) {
        List<Integer> bad = report.results().stream()
                .filter(one -> one.outcome() == Outcome.WRONG || one.outcome() == Outcome.FAILED)
                .map(ShapeResult::number)
                .toList();
        if (!bad.isEmpty()) {
            throw new IllegalStateException(
                    "Sheaf's answers to the shapes " + bad + " are wrong or failed; see the report");
        }
    }
}
