package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions.ThenBuilder;
import dev.sheaf.expr.Function;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Values computed each from itself, in every column; labels of rows stay. A null gives null unless said
/// otherwise.
public interface ValueVerbs<F> {
    /// An expression of each value: `frame.map(v -> v.times(2).plus(1))`.
    ///
    /// @throws IllegalArgumentException if it does not fit the type of a column
    F map(UnaryOperator<Expr> expression);

    /// Whether each value is null; never null.
    default F isNull() {
        return map(Expr::isNull);
    }

    /// Whether each value is there; never null.
    default F notNull() {
        return map(Expr::isNotNull);
    }

    /// Whether each value is one of some.
    default F isIn(Object... options) {
        return map(value -> value.in(options));
    }

    /// Whether each value lies between two bounds, both included.
    default F between(Object low, Object high) {
        return map(value -> value.between(low, high));
    }

    /// Values below `low` become `low`, those above `high` become `high`; a bound that is null bounds nothing.
    default F clip(@Nullable Object low, @Nullable Object high) {
        return map(value -> bounded(bounded(value, low, Function.LESS), high, Function.GREATER));
    }

    private static Expr bounded(Expr value, @Nullable Object bound, Function beyond) {
        return bound == null
                ? value
                : when(call(beyond, value, bound)).then(bound).otherwise(value);
    }

    /// Values without their sign.
    default F abs() {
        return map(value -> call(Function.ABS, value));
    }

    /// The nearest values with a number of decimals, ties away from zero.
    default F round(int decimals) {
        return map(value -> call(Function.ROUND, value, decimals));
    }

    /// The values for which a condition is true, null in the place of the others: `where(v -> v.gt(0))`.
    default F where(UnaryOperator<Expr> condition) {
        return where(condition, null);
    }

    /// As [#where(UnaryOperator)] with a constant or expression in the place of the others.
    default F where(UnaryOperator<Expr> condition, @Nullable Object otherwise) {
        return map(value -> when(condition.apply(value)).then(value).otherwise(otherwise));
    }

    /// Null in the place of the values for which a condition is true.
    default F mask(UnaryOperator<Expr> condition) {
        return mask(condition, null);
    }

    /// As [#mask(UnaryOperator)] with a constant or expression in their place.
    default F mask(UnaryOperator<Expr> condition, @Nullable Object replacement) {
        return map(value -> when(condition.apply(value))
                .then(replacement instanceof Expr expr ? expr : lit(replacement))
                .otherwise(value));
    }

    /// Each value that equals `from` becomes `to`.
    default F replace(Object from, @Nullable Object to) {
        return mask(value -> value.eq(from), to);
    }

    /// Each value that is a key of a map becomes what the map has for it, which may be null; the others stay.
    default F replace(Map<?, ?> values) {
        return map(value -> chosen(value, values, value));
    }

    /// What a map has for each value; null where it has none.
    default F map(Map<?, ?> values) {
        return map(value -> chosen(value, values, lit(null)));
    }

    private static Expr chosen(Expr value, Map<?, ?> values, Expr otherwise) {
        ThenBuilder choice = when(lit(false)).then(otherwise);
        for (Map.Entry<?, ?> each : values.entrySet()) {
            choice = choice.when(value.eq(each.getKey())).then(each.getValue());
        }
        return choice.otherwise(otherwise);
    }
}
