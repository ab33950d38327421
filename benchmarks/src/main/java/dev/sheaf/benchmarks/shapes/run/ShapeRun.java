package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.benchmarks.engine.DuckDb;
import dev.sheaf.benchmarks.shapes.grammar.Shape;
import dev.sheaf.benchmarks.shapes.run.ShapeResult.Outcome;
import dev.sheaf.column.Table;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Checks one shape, then runs both engines by turns: three warm-ups and five measured runs each, fewer if the shape
/// would take more than its seconds, at least one and one.
///
/// Each run of Sheaf begins with the text of the query and ends with a table. DuckDB has two ways to a whole answer, as
/// a table and as a materialised result; warm-ups go both ways and the measured runs the faster one, except that
/// ordered answers are always results, which keep their order.
final class ShapeRun {
    private static final int WARM_UPS = 3;
    private static final int RUNS = 5;

    private final Sides sides;
    private final Shape shape;
    private final double seconds;
    private final List<Double> sheafMillis = new ArrayList<>();
    private final List<Double> peerMillis = new ArrayList<>();
    private double asTable = Double.POSITIVE_INFINITY;
    private double asResult = Double.POSITIVE_INFINITY;
    private QueryContext last;
    private long answerRows;

    ShapeRun(Sides sides, Shape shape, double seconds) {
        this.sides = sides;
        this.shape = shape;
        this.seconds = seconds;
        last = sides.context();
    }

    /// Checks and measures.
    ShapeResult result() {
        ShapeCheck check = new ShapeCheck(sides.sheaf, sides.duckdb);
        try {
            asTable = check.expect(shape);
        } catch (IllegalStateException failure) {
            return ShapeResult.without(shape, Outcome.PEER_FAILED, words(failure));
        }
        Table answer;
        try {
            answer = answer();
        } catch (IllegalArgumentException | UnsupportedOperationException refused) {
            return ShapeResult.without(shape, Outcome.REFUSED, words(refused));
        } catch (RuntimeException failure) {
            return ShapeResult.without(shape, Outcome.FAILED, words(failure));
        }
        try (answer) {
            answerRows = answer.rowCount();
            check.check(shape, answer);
        } catch (WrongAnswerException wrong) {
            return ShapeResult.without(shape, Outcome.WRONG, words(wrong));
        } finally {
            check.forget();
        }
        return measured();
    }

    private static String words(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause.getClass().getSimpleName() + ": " + cause.getMessage();
    }

    private Table answer() {
        last = sides.context();
        return sides.sheaf.query(shape.sql()).collect(last);
    }

    private ShapeResult measured() {
        long start = System.nanoTime();
        double longest = 0;
        for (int turn = 0; turn < WARM_UPS + RUNS; turn++) {
            long before = System.nanoTime();
            boolean isOver = turn >= 2 && (before - start) / 1e9 + longest > seconds;
            if (isOver) {
                break;
            }
            sheafMillis.add(sheafRun());
            try {
                peerMillis.add(peerRun(turn));
            } catch (IllegalStateException failure) {
                return ShapeResult.without(shape, Outcome.PEER_FAILED, words(failure));
            }
            longest = Math.max(longest, (System.nanoTime() - before) / 1e9);
        }
        int warmUps = Math.min(WARM_UPS, sheafMillis.size() - 1);
        return new ShapeResult(
                shape.number(),
                shape.table(),
                shape.form().name(),
                shape.sql(),
                Outcome.MEASURED,
                "",
                answerRows,
                sheafMillis.subList(warmUps, sheafMillis.size()),
                peerMillis.subList(warmUps, peerMillis.size()),
                phases(),
                last.decisions().stream().map(ShapeRun::words).toList(),
                Double.NaN,
                Double.NaN,
                Double.NaN);
    }

    private double sheafRun() {
        long start = System.nanoTime();
        Table answer = answer();
        double millis = (System.nanoTime() - start) / 1e6;
        answer.close();
        return millis;
    }

    private double peerRun(int turn) {
        DuckDb duckdb = sides.duckdb;
        boolean goesAsTable = shape.sortKeys() == 0 && (turn == 1 || (turn > 1 && asTable < asResult));
        if (goesAsTable) {
            double millis = duckdb.millisAsTable(shape.sql());
            asTable = Math.min(asTable, millis);
            return millis;
        }
        double millis = duckdb.millisAsResult(shape.sql());
        asResult = Math.min(asResult, millis);
        return millis;
    }

    private Map<String, Double> phases() {
        Map<String, Double> phases = new LinkedHashMap<>();
        last.phases().all().forEach((phase, nanos) -> phases.put(phase.name(), nanos / 1e6));
        return phases;
    }

    private static String words(Decision decision) {
        return decision.operator() + ": " + decision.choice() + " (" + decision.reason() + ")";
    }
}
