package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.report.TextTable;
import dev.sheaf.benchmarks.report.Timing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/// Two reports over the same shapes, shape by shape.
///
/// @param changes of the shapes that have times in both
/// @param outcomes of the shapes that have times in one of them only, in words
record ShapesComparison(List<Change> changes, List<String> outcomes) {

    /// What became of the time of a shape.
    ///
    /// @param byDuckDb the change of Sheaf's time over the change of DuckDB's
    record Change(int number, String form, double millisBefore, double millisAfter, double byDuckDb) {
        static Change of(ShapeResult before, ShapeResult after) {
            return new Change(
                    after.number(),
                    after.form(),
                    Timing.median(before.sheafMillis()),
                    Timing.median(after.sheafMillis()),
                    after.ratio() / before.ratio());
        }

        double time() {
            return millisAfter / millisBefore;
        }
    }

    /// @throws IllegalArgumentException if the reports are not about the same shapes
    static ShapesComparison of(ShapesReport before, ShapesReport after) {
        for (String fact : List.of("grammar", "seed", "source", "rows", "threads")) {
            Object was = before.what().get(fact);
            Object is = after.what().get(fact);
            if (!Objects.equals(was, is)) {
                throw new IllegalArgumentException(
                        "the reports cannot be compared: " + fact + " was " + was + " and is " + is);
            }
        }
        Map<Integer, ShapeResult> old = new HashMap<>();
        before.results().forEach(one -> old.put(one.number(), one));
        List<Change> changes = new ArrayList<>();
        List<String> outcomes = new ArrayList<>();
        for (ShapeResult is : after.results()) {
            ShapeResult was = old.get(is.number());
            if (was != null && was.isMeasured() && is.isMeasured()) {
                changes.add(Change.of(was, is));
            } else if (was != null && was.outcome() != is.outcome()) {
                outcomes.add(is.number() + " was " + was.outcome() + " and is " + is.outcome());
            }
        }
        return new ShapesComparison(changes, outcomes);
    }

    /// A table of the changes, their means, and which shapes lost or won by more than `limit`.
    String text(double limit) {
        TextTable table = new TextTable("shape", "form", "A ms", "B ms", "time", "by DuckDB");
        changes.forEach(change -> table.row(List.of(
                Integer.toString(change.number()),
                change.form(),
                ShapesReport.figure(change.millisBefore()),
                ShapesReport.figure(change.millisAfter()),
                ShapesReport.figure(change.time()),
                ShapesReport.figure(change.byDuckDb()))));
        List<String> lines = new ArrayList<>(List.of(
                table.toString(),
                "shapes in both: " + changes.size(),
                "geometric mean of time: "
                        + mean(changes.stream().map(Change::time).toList()),
                "geometric mean by DuckDB: "
                        + mean(changes.stream().map(Change::byDuckDb).toList()),
                "lost: " + numbers(change -> change.byDuckDb() > limit),
                "won: " + numbers(change -> change.byDuckDb() < 1 / limit)));
        lines.addAll(outcomes);
        return String.join("\n", lines) + "\n";
    }

    private static String mean(List<Double> changes) {
        return ShapesReport.figure(ShapesReport.geometricMean(changes));
    }

    private List<Integer> numbers(Predicate<Change> which) {
        return changes.stream().filter(which).map(Change::number).toList();
    }
}
