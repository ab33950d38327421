package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.report.Timing;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What became of one shape.
///
/// @param message why there are no times; empty if there are
/// @param answerRows rows of the answer, -1 without times
/// @param sheafMillis the measured runs in order; none unless measured
/// @param phases milliseconds of Sheaf's threads in each phase of its last run
/// @param decisions what Sheaf chose in that run, in words
/// @param firstMillis the first query in a fresh process, over the file; NaN if it was not measured
/// @param firstProcessMillis that process from its start to its end
public record ShapeResult(
        int number,
        String table,
        String form,
        String sql,
        Outcome outcome,
        String message,
        long answerRows,
        List<Double> sheafMillis,
        List<Double> peerMillis,
        Map<String, Double> phases,
        List<String> decisions,
        double firstMillis,
        double peerFirstMillis,
        double firstProcessMillis) {

    /// Whether a shape was measured, or why not.
    public enum Outcome {
        MEASURED,
        /// Sheaf said that it cannot answer this.
        REFUSED,
        /// Sheaf failed where DuckDB did not.
        FAILED,
        /// The answers differ.
        WRONG,
        /// DuckDB failed, ran out of memory or took too long.
        PEER_FAILED
    }

    public ShapeResult {
        sheafMillis = List.copyOf(sheafMillis);
        peerMillis = List.copyOf(peerMillis);
        decisions = List.copyOf(decisions);
    }

    static ShapeResult without(Shape shape, Outcome outcome, String message) {
        return new ShapeResult(
                shape.number(),
                shape.table(),
                shape.form().name(),
                shape.sql(),
                outcome,
                message,
                -1,
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                Double.NaN,
                Double.NaN,
                Double.NaN);
    }

    /// The same with the times of fresh processes.
    ShapeResult withFirst(double sheaf, double peer, double process) {
        return new ShapeResult(
                number,
                table,
                form,
                sql,
                outcome,
                message,
                answerRows,
                sheafMillis,
                peerMillis,
                phases,
                decisions,
                sheaf,
                peer,
                process);
    }

    /// Whether there are times.
    public boolean isMeasured() {
        return outcome == Outcome.MEASURED;
    }

    /// Sheaf's median over DuckDB's; NaN unless measured.
    public double ratio() {
        return Timing.median(sheafMillis) / Timing.median(peerMillis);
    }

    /// Sheaf's first run over DuckDB's; NaN unless measured.
    public double firstRatio() {
        return firstMillis / peerFirstMillis;
    }

    /// As a JSON object.
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("shape", number);
        map.put("outcome", outcome.name());
        map.put("ratio", ratio());
        map.put("sheafMedian", Timing.median(sheafMillis));
        map.put("peerMedian", Timing.median(peerMillis));
        map.put("firstRatio", firstRatio());
        map.put("form", form);
        map.put("table", table);
        map.put("sql", sql);
        map.put("message", message);
        map.put("answerRows", answerRows);
        map.put("sheafMillis", sheafMillis);
        map.put("peerMillis", peerMillis);
        map.put("phases", phases);
        map.put("decisions", decisions);
        map.put("firstMillis", firstMillis);
        map.put("peerFirstMillis", peerFirstMillis);
        map.put("firstProcessMillis", firstProcessMillis);
        return map;
    }

    /// From what [#toMap] gave, written as JSON and read again.
    public static ShapeResult of(Map<?, ?> map) {
        return new ShapeResult(
                (int) number(map, "shape"),
                text(map, "table"),
                text(map, "form"),
                text(map, "sql"),
                Outcome.valueOf(text(map, "outcome")),
                text(map, "message"),
                (long) number(map, "answerRows"),
                numbers(map, "sheafMillis"),
                numbers(map, "peerMillis"),
                phases(map),
                list(map, "decisions").stream().map(Object::toString).toList(),
                number(map, "firstMillis"),
                number(map, "peerFirstMillis"),
                number(map, "firstProcessMillis"));
    }

    private static Object value(Map<?, ?> map, String name) {
        Object value = map.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the result of a shape lacks \"" + name + "\"");
        }
        return value;
    }

    private static String text(Map<?, ?> map, String name) {
        return value(map, name).toString();
    }

    private static double number(Map<?, ?> map, String name) {
        return ((Number) value(map, name)).doubleValue();
    }

    private static List<?> list(Map<?, ?> map, String name) {
        return (List<?>) value(map, name);
    }

    private static List<Double> numbers(Map<?, ?> map, String name) {
        return list(map, name).stream()
                .map(number -> ((Number) number).doubleValue())
                .toList();
    }

    private static Map<String, Double> phases(Map<?, ?> map) {
        Map<String, Double> phases = new LinkedHashMap<>();
        ((Map<?, ?>) value(map, "phases"))
                .forEach((phase, millis) -> phases.put(phase.toString(), ((Number) millis).doubleValue()));
        return phases;
    }
}
