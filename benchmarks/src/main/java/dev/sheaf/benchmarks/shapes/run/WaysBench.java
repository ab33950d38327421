package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.options.BenchOptions;
import dev.sheaf.benchmarks.report.Json;
import dev.sheaf.benchmarks.report.Machine;
import dev.sheaf.benchmarks.report.TextTable;
import dev.sheaf.benchmarks.shapes.grammar.Grammar;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import dev.sheaf.benchmarks.shapes.grammar.ShapeDrawer;
import dev.sheaf.benchmarks.shapes.table.WideTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `sheaf bench ways`: what each special path of the group-by on the CPU is worth on queries that nobody chose. One
/// that does not win what its lines cost goes.
@Command(
        name = "ways",
        description = {
            "Processor time of random shapes without each special path of the CPU's group-by over that with it.",
            "More than 1: the path pays. The first row compares equal runs, and says how much is chance."
        })
public final class WaysBench implements Runnable {
    private static final double CLEARLY = 1.05;

    @Mixin
    private BenchOptions options = new BenchOptions();

    @Option(names = "--seed", paramLabel = "S", description = "Which tables and shapes (default: 1).")
    private long seed = 1;

    @Option(names = "--count", paramLabel = "N", description = "How many shapes are drawn (default: 40).")
    private int count = 40;

    @Option(names = "--only", split = ",", paramLabel = "N", description = "Only the shapes of these numbers.")
    private Set<Integer> only = Set.of();

    private final Map<Integer, Map<String, Double>> ratios = new TreeMap<>();

    @Override
    public void run() {
        BenchOptions.checkPositive("--count", count);
        List<WideTable> tables = WideTable.of(seed, options.rows());
        try (Sides sides = new Sides(options.threads(), new WideFiles(options.data(), seed))) {
            for (WideTable table : tables) {
                for (Shape shape : ShapeDrawer.draw(seed, count, tables)) {
                    if (shape.table().equals(table.name()) && isAsked(shape)) {
                        sides.load(table, true);
                        measure(sides, shape);
                    }
                }
            }
        }
        System.out.println(options.isJson() ? json() : text());
        if (options.isSaved()) {
            save();
        }
    }

    /// Sorts and filters have no such paths.
    private boolean isAsked(Shape shape) {
        boolean groups = shape.form() == Shape.Form.GROUP_BY || shape.form() == Shape.Form.DISTINCT;
        return groups && (only.isEmpty() || only.contains(shape.number()));
    }

    private void measure(Sides sides, Shape shape) {
        try {
            Map<String, Double> measured = new WayTimes(sides, shape, options.rounds(5)).ratios(Way.ALL);
            ratios.put(shape.number(), measured);
            System.err.println(shape.number() + ": "
                    + measured.values().stream().map(ShapesReport::figure).toList());
        } catch (IllegalArgumentException refused) {
            System.err.println(shape.number() + ": " + refused.getMessage());
        }
    }

    private String text() {
        TextTable table = new TextTable("way", "shapes", "mean", "least", "most", "5 % faster", "5 % slower");
        for (Way way : Way.ALL) {
            List<Double> all = sorted(way);
            table.row(List.of(
                    way.name(),
                    Integer.toString(all.size()),
                    String.format("%.3f", ShapesReport.geometricMean(all)),
                    ShapesReport.figure(ShapesReport.quantile(all, 0)),
                    ShapesReport.figure(ShapesReport.quantile(all, 1)),
                    Long.toString(all.stream().filter(ratio -> ratio > CLEARLY).count()),
                    Long.toString(
                            all.stream().filter(ratio -> ratio < 1 / CLEARLY).count())));
        }
        return table.toString();
    }

    private List<Double> sorted(Way way) {
        return ratios.values().stream().map(one -> one.get(way.name())).sorted().toList();
    }

    private String json() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("benchmark", "ways");
        document.put("grammar", Grammar.VERSION);
        document.put("seed", seed);
        document.put("count", count);
        document.putAll(options.parameters());
        document.putAll(Machine.describe(options.root()));
        Map<String, Object> means = new LinkedHashMap<>();
        Way.ALL.forEach(way -> means.put(way.name(), ShapesReport.geometricMean(sorted(way))));
        document.put("geometric mean of time without over time with", means);
        Map<String, Object> shapes = new LinkedHashMap<>();
        ratios.forEach((number, measured) -> shapes.put(number.toString(), measured));
        document.put("shapes", shapes);
        return Json.write(document);
    }

    private void save() {
        Path file = options.root()
                .resolve("benchmarks/results")
                .resolve(Machine.folderName())
                .resolve("ways-" + seed + ".json");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, json());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write the results to " + file, failure);
        }
        System.err.println("written: " + file);
    }
}
