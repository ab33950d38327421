package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.report.Json;
import dev.sheaf.benchmarks.report.JsonReader;
import dev.sheaf.benchmarks.report.Means;
import dev.sheaf.benchmarks.report.TextTable;
import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.benchmarks.shapes.run.ShapeResult.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// What the shapes of a run come to.
///
/// @param what machine, commit and options
public record ShapesReport(Map<String, Object> what, List<ShapeResult> results) {
    private static final int WORST = 10;

    public ShapesReport {
        results = results.stream()
                .sorted(Comparator.comparingInt(ShapeResult::number))
                .toList();
    }

    /// Reads a report that was filed.
    ///
    /// @throws IllegalArgumentException if the file holds none
    public static ShapesReport read(Path file) {
        try {
            if (!(JsonReader.read(Files.readString(file)) instanceof Map<?, ?> map)
                    || !(map.get("shapes") instanceof List<?> shapes)) {
                throw new IllegalArgumentException(file + " is no report of `sheaf bench shapes`");
            }
            Map<String, Object> what = new LinkedHashMap<>();
            map.forEach((name, value) -> what.put(name.toString(), value));
            what.remove("shapes");
            what.remove("summary");
            return new ShapesReport(
                    what,
                    shapes.stream()
                            .map(shape -> ShapeResult.of((Map<?, ?>) shape))
                            .toList());
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
    }

    /// Those with times.
    List<ShapeResult> measured() {
        return results.stream().filter(ShapeResult::isMeasured).toList();
    }

    /// How many became what, and the figures of the ratios.
    public Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            summary.put(
                    outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    results.stream().filter(one -> one.outcome() == outcome).count());
        }
        List<Double> ratios = finite(ShapeResult::ratio);
        summary.put("geometric mean", geometricMean(ratios));
        summary.put("least", quantile(ratios, 0));
        summary.put("lower quartile", quantile(ratios, 0.25));
        summary.put("median", quantile(ratios, 0.5));
        summary.put("upper quartile", quantile(ratios, 0.75));
        summary.put("most", quantile(ratios, 1));
        summary.put(
                "slower than DuckDB", ratios.stream().filter(ratio -> ratio > 1).count());
        List<Double> firsts = finite(ShapeResult::firstRatio);
        summary.put("first runs", firsts.size());
        summary.put("geometric mean of first runs", geometricMean(firsts));
        return summary;
    }

    private List<Double> finite(ToDoubleFunction<ShapeResult> figure) {
        return results.stream()
                .map(figure::applyAsDouble)
                .filter(Double::isFinite)
                .sorted()
                .toList();
    }

    static double geometricMean(List<Double> ratios) {
        return Means.geometric(ratios.stream().mapToDouble(Double::doubleValue));
    }

    /// The value at a share of a sorted list, between two neighbours where it falls between them.
    static double quantile(List<Double> sorted, double share) {
        if (sorted.isEmpty()) {
            return Double.NaN;
        }
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(sorted.size() - 1, below + 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }

    /// As a JSON object.
    public String json() {
        Map<String, Object> document = new LinkedHashMap<>(what);
        document.put("summary", summary());
        document.put("shapes", results.stream().map(ShapeResult::toMap).toList());
        return Json.write(document);
    }

    /// For people: every shape, what they come to, the ten worst, and those without times.
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(what.entrySet().stream()
                        .map(fact -> fact.getKey() + " " + fact.getValue())
                        .collect(Collectors.joining(", ")))
                .append("\n\n");
        TextTable table = new TextTable("shape", "form", "rows out", "sheaf ms", "duckdb ms", "ratio", "first ratio");
        measured()
                .forEach(one -> table.row(List.of(
                        Integer.toString(one.number()),
                        one.form(),
                        Long.toString(one.answerRows()),
                        figure(Timing.median(one.sheafMillis())),
                        figure(Timing.median(one.peerMillis())),
                        figure(one.ratio()),
                        Double.isNaN(one.firstRatio()) ? "" : figure(one.firstRatio()))));
        text.append(table).append('\n');
        summary()
                .forEach((name, value) -> text.append(name)
                        .append(": ")
                        .append(value instanceof Double number ? figure(number) : value)
                        .append('\n'));
        text.append("\nThe slowest beside DuckDB:\n");
        worst().forEach(one -> text.append(details(one)));
        results.stream()
                .filter(one -> !one.isMeasured())
                .forEach(one -> text.append('\n').append(unmeasured(one)).append('\n'));
        return text.toString();
    }

    private List<ShapeResult> worst() {
        List<ShapeResult> worst = new ArrayList<>(measured());
        worst.sort(Comparator.comparingDouble(ShapeResult::ratio).reversed());
        return worst.subList(0, Math.min(WORST, worst.size()));
    }

    private static String details(ShapeResult one) {
        String phases = one.phases().entrySet().stream()
                .map(phase -> phase.getKey() + " " + figure(phase.getValue()))
                .collect(Collectors.joining(", "));
        return "\n" + one.number() + ": " + figure(one.ratio()) + " (" + figure(Timing.median(one.sheafMillis()))
                + " ms, DuckDB " + figure(Timing.median(one.peerMillis())) + " ms, " + one.answerRows()
                + " rows out)\n  "
                + one.sql() + "\n  threads' ms: " + phases + "\n  " + String.join("\n  ", one.decisions()) + "\n";
    }

    static String unmeasured(ShapeResult one) {
        return one.number() + " " + one.outcome() + ": " + one.message() + "\n  " + one.sql();
    }

    /// A number with as many digits as matter.
    static String figure(double number) {
        return String.format(Locale.ROOT, Math.abs(number) < 10 ? "%.2f" : "%.0f", number);
    }
}
