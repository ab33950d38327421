package dev.sheaf.sql.bind.expression;

import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Clauses.Bound;
import dev.sheaf.sql.tree.Clauses.Edge;
import dev.sheaf.sql.tree.Clauses.Exclusion;
import dev.sheaf.sql.tree.Clauses.Frame;
import dev.sheaf.sql.tree.Clauses.Unit;
import dev.sheaf.sql.tree.Expression;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Frames of windows: refused if they have no meaning, as DuckDB does, and bound as written or as SQL takes them if
/// nothing is.
record Frames(PartBinder binder, Optional<Frame> frame, List<SortKey> orderBy) {

    WindowFrame bound() {
        return frame.map(this::bound).orElse(WindowFrame.DEFAULT);
    }

    private WindowFrame bound(Frame frame) {
        dev.sheaf.window.Frame.Unit unit = switch (frame.unit()) {
            case ROWS -> dev.sheaf.window.Frame.Unit.ROWS;
            case RANGE -> dev.sheaf.window.Frame.Unit.RANGE;
            case GROUPS -> dev.sheaf.window.Frame.Unit.GROUPS;
        };
        dev.sheaf.window.Frame shape = new dev.sheaf.window.Frame(
                unit, bound(frame, frame.lower()), bound(frame, frame.upper()), exclusion(frame.exclusion()));
        return new WindowFrame(shape, value(frame, frame.lower()), value(frame, frame.upper()));
    }

    private static dev.sheaf.window.Frame.Exclusion exclusion(Exclusion exclusion) {
        return switch (exclusion) {
            case NO_OTHERS -> dev.sheaf.window.Frame.Exclusion.NOTHING;
            case CURRENT_ROW -> dev.sheaf.window.Frame.Exclusion.CURRENT_ROW;
            case GROUP -> dev.sheaf.window.Frame.Exclusion.GROUP;
            case TIES -> dev.sheaf.window.Frame.Exclusion.TIES;
        };
    }

    private dev.sheaf.window.Frame.Bound bound(Frame frame, Bound bound) {
        return switch (bound.edge()) {
            case UNBOUNDED_PRECEDING, UNBOUNDED_FOLLOWING -> new dev.sheaf.window.Frame.Unbounded();
            case CURRENT_ROW -> new dev.sheaf.window.Frame.Current();
            case PRECEDING, FOLLOWING ->
                frame.unit() == Unit.RANGE ? edge(bound) : steps(bound).orElseGet(dev.sheaf.window.Frame.Steps::new);
        };
    }

    private dev.sheaf.window.Frame.Bound edge(Bound bound) {
        boolean rises =
                ExprColumns.of(binder.bind(bound.distance().orElseThrow())).isEmpty();
        return new dev.sheaf.window.Frame.Edge(false, rises);
    }

    /// The end of a frame by a constant number of rows or groups.
    private Optional<dev.sheaf.window.Frame.Bound> steps(Bound bound) {
        return Literals.wholeNumber(binder.bind(bound.distance().orElseThrow()))
                .filter(number -> number.bitLength() < Long.SIZE && number.signum() >= 0)
                .map(BigInteger::longValue)
                .map(rows -> new dev.sheaf.window.Frame.Distance(bound.edge() == Edge.PRECEDING ? -rows : rows));
    }

    /// The value of the one sort key at which frames end, or the number of rows or groups from the current row, null
    /// where the distance is none of 0 or more. A null distance of values or groups is 0, as in DuckDB.
    private Optional<Expr> value(Frame frame, Bound bound) {
        if (bound.distance().isEmpty()) {
            return Optional.empty();
        }
        Expression written = bound.distance().get();
        Expr distance = binder.bind(written);
        if (frame.unit() != Unit.RANGE) {
            return steps(bound).isPresent() ? Optional.empty() : Optional.of(rows(frame, bound, distance, written));
        }
        SortKey key = orderBy.getFirst();
        boolean subtracts = bound.edge() == Edge.PRECEDING != key.direction().descending();
        Expr end = subtracts ? key.expr().minus(distance) : key.expr().plus(distance);
        DataType type = binder.type(end, written);
        if (distance instanceof Expr.Literal(Number known, var _) && known.doubleValue() >= 0) {
            return Optional.of(end);
        }
        Expr own = key.expr().unaliased().cast(type);
        return Optional.of(when(distance.ge(zero(binder.type(distance, written))))
                .then(end)
                .when(distance.isNull())
                .then(own)
                .otherwise(lit(null)));
    }

    private static Expr zero(DataType distance) {
        return switch (distance.decoded()) {
            case DataType.IntervalType _ -> lit(new Interval(0, 0, 0));
            case DataType.DurationType _ -> lit(Duration.ZERO);
            default -> lit(0);
        };
    }

    private Expr rows(Frame frame, Bound bound, Expr distance, Expression written) {
        Expr known = distance.cast(DataType.INT64);
        Expr rows = frame.unit() == Unit.GROUPS ? new Expr.Call(Function.COALESCE, List.of(known, lit(0L))) : known;
        binder.type(rows, written);
        Expr signed = bound.edge() == Edge.PRECEDING ? lit(0L).minus(rows) : rows;
        return when(rows.ge(0L)).then(signed).otherwise(lit(null));
    }

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
        if (bound.distance().isEmpty()) {
            return;
        }
        Expression distance = bound.distance().get();
        boolean isNegative = Literals.wholeNumber(distance)
                .filter(number -> number.signum() < 0)
                .isPresent();
        if (isNegative || distance instanceof Expression.Null) {
            throw origins.error(
                    distance,
                    switch (frame.unit()) {
                        case ROWS -> "ROWS counts rows: a number of 0 or more";
                        case GROUPS -> "GROUPS counts groups: a number of 0 or more";
                        case RANGE -> "RANGE counts values: a number or an interval of 0 or more";
                    });
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
