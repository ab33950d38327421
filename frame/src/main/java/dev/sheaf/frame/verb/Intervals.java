package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.function.UnaryOperator;

/// Functions of intervals: `series.interval().contains(2.5)`. An interval is a struct of `left` and `right` of one
/// type; it has its left end and not its right one, `[left, right)`. A null interval gives null.
///
/// As index, intervals are found by what they contain: `frame.loc(2.5)` are the rows whose interval has 2.5.
public final class Intervals<F> {
    private static final String LEFT = "left";
    private static final String RIGHT = "right";

    private final java.util.function.Function<UnaryOperator<Expr>, F> map;

    /// Over values that a function of expressions gives results of.
    public Intervals(java.util.function.Function<UnaryOperator<Expr>, F> map) {
        this.map = map;
    }

    /// Whether values of a type are intervals.
    public static boolean areOf(DataType type) {
        return type instanceof DataType.StructType(List<Field> fields)
                && fields.size() == 2
                && fields.getFirst().name().equals(LEFT)
                && fields.getLast().name().equals(RIGHT)
                && fields.getFirst().type().equals(fields.getLast().type());
    }

    /// The interval between two values: `frame.assign(Intervals.between(col("from"), col("to")).as("when"))`. Null
    /// where one of them is.
    public static Expr between(Expr left, Expr right) {
        return when(left.isNull().or(right.isNull()))
                .then(null)
                .otherwise(call(Function.STRUCT_PACK, LEFT, left, RIGHT, right));
    }

    /// Whether a value, an expression or a constant, lies in an interval.
    public static Expr contains(Expr interval, Object value) {
        Expr point = value instanceof Expr expr ? expr : lit(value);
        return left(interval).le(point).and(point.lt(right(interval)));
    }

    private static Expr left(Expr interval) {
        return call(Function.STRUCT_EXTRACT, interval, LEFT);
    }

    private static Expr right(Expr interval) {
        return call(Function.STRUCT_EXTRACT, interval, RIGHT);
    }

    /// The left ends, which belong to the intervals.
    public F left() {
        return map.apply(Intervals::left);
    }

    /// The right ends, which do not.
    public F right() {
        return map.apply(Intervals::right);
    }

    /// The distances of the ends, of the type of their differences.
    public F length() {
        return map.apply(interval -> right(interval).minus(left(interval)));
    }

    /// The middles of intervals of numbers, as floating point.
    public F mid() {
        return map.apply(interval -> left(interval).plus(right(interval)).dividedBy(2));
    }

    /// Whether each interval has a value.
    public F contains(Object value) {
        return map.apply(interval -> contains(interval, value));
    }

    /// Whether each interval has a value in common with `[from, to)`.
    public F overlaps(Object from, Object to) {
        return map.apply(
                interval -> left(interval).lt(lit(to)).and(right(interval).gt(lit(from))));
    }

    /// Whether there is nothing in each interval.
    public F isEmpty() {
        return map.apply(interval -> left(interval).ge(right(interval)));
    }
}
