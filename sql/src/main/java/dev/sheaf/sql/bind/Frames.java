package dev.sheaf.sql.bind;

import dev.sheaf.sql.tree.Clauses.Bound;
import dev.sheaf.sql.tree.Clauses.Edge;
import dev.sheaf.sql.tree.Clauses.Frame;
import dev.sheaf.sql.tree.Clauses.Unit;
import dev.sheaf.sql.tree.Expression;

/// Refuses frames of windows that have no meaning, as DuckDB does.
final class Frames {
    private Frames() {}

    static void check(Frame frame, Origins origins) {
        if (frame.lower().edge() == Edge.UNBOUNDED_FOLLOWING) {
            throw origins.error(frame.lower(), "a frame does not begin at UNBOUNDED FOLLOWING");
        }
        if (frame.upper().edge() == Edge.UNBOUNDED_PRECEDING) {
            throw origins.error(frame.upper(), "a frame does not end at UNBOUNDED PRECEDING");
        }
        if (frame.upper().edge().compareTo(frame.lower().edge()) < 0) {
            throw origins.error(
                    frame,
                    "this frame ends before it begins: it goes from " + words(frame.lower()) + " to "
                            + words(frame.upper()));
        }
        checkDistance(frame, frame.lower(), origins);
        checkDistance(frame, frame.upper(), origins);
    }

    private static String words(Bound bound) {
        return bound.edge().name().replace('_', ' ');
    }

    private static void checkDistance(Frame frame, Bound bound, Origins origins) {
        if (bound.distance().isEmpty() || frame.unit() == Unit.RANGE) {
            return;
        }
        Expression distance = bound.distance().get();
        boolean isNegative = Literals.wholeNumber(distance)
                .filter(number -> number.signum() < 0)
                .isPresent();
        if (isNegative || distance instanceof Expression.Null || distance instanceof Expression.Text) {
            throw origins.error(
                    distance,
                    frame.unit() + " counts " + (frame.unit() == Unit.ROWS ? "rows" : "groups")
                            + ": a number of 0 or more");
        }
    }

    /// Distances of RANGE are distances of the one key that the window is ordered by.
    static void checkOrder(Frame frame, int keys, Origins origins) {
        boolean hasDistance =
                frame.lower().distance().isPresent() || frame.upper().distance().isPresent();
        if (frame.unit() == Unit.RANGE && hasDistance && keys != 1) {
            throw origins.error(
                    frame, "RANGE with a distance needs a window with one ORDER BY expression, not " + keys);
        }
    }
}
