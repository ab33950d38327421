package dev.sheaf.frame.verb;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One value of all values of a column. Nulls are left out.
public interface AggregateVerbs {
    /// Any aggregation of all values: `series.aggregate(Expressions::median)`.
    @Nullable
    Object aggregate(Function<Expr, Expr> aggregation);

    /// The sum, null of no values.
    default @Nullable Object sum() {
        return aggregate(Expressions::sum);
    }

    /// The product, null of no values.
    default @Nullable Object product() {
        return aggregate(Expressions::product);
    }

    /// The least value, null of no values.
    default @Nullable Object min() {
        return aggregate(Expressions::min);
    }

    /// The greatest value, null of no values.
    default @Nullable Object max() {
        return aggregate(Expressions::max);
    }

    /// The mean, NaN of no values.
    default double mean() {
        return number(Expressions::mean);
    }

    /// The median, NaN of no values.
    default double median() {
        return number(Expressions::median);
    }

    /// The standard deviation of a sample, NaN of fewer than two values.
    default double std() {
        return number(Expressions::std);
    }

    /// The variance of a sample, NaN of fewer than two values.
    default double var() {
        return number(Expressions::variance);
    }

    /// The quantile `q`, interpolated; NaN of no values.
    default double quantile(double q) {
        return number(values -> Expressions.quantile(values, q));
    }

    /// The number of values that are not null.
    default long count() {
        return whole(Expressions::count);
    }

    /// The number of distinct values, without null.
    default long nunique() {
        return whole(Expressions::nunique);
    }

    /// Whether one of the bools is true; false of no values.
    default boolean any() {
        return Boolean.TRUE.equals(aggregate(Expressions::any));
    }

    /// Whether none of the bools is false; true of no values.
    default boolean all() {
        return !Boolean.FALSE.equals(aggregate(Expressions::all));
    }

    private double number(Function<Expr, Expr> aggregation) {
        Object result = aggregate(aggregation);
        return result == null ? Double.NaN : ((Number) result).doubleValue();
    }

    private long whole(Function<Expr, Expr> aggregation) {
        return ((Number) Objects.requireNonNull(aggregate(aggregation))).longValue();
    }
}
