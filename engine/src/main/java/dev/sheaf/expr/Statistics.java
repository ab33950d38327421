package dev.sheaf.expr;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Statistics that are expressions over other aggregations, which share their states: they merge, spill and run on
/// every backend as those do. They stand wherever expressions over aggregations do, not inside an aggregation.
///
/// Regressions are of `y` on `x` over the rows in which neither is null, and null for a group without such
/// a row. Names and edge cases are those of SQL and DuckDB.
public final class Statistics {
    private Statistics() {}

    /// The standard error of the mean: the standard deviation with `ddof` taken off, divided by the root of the
    /// number of values; float64, null for no more than `ddof` values. pandas takes a `ddof` of 1, DuckDB's `sem`
    /// of 0.
    public static Expr sem(Object argument, int ddof) {
        Expr values = column(argument);
        return values.std(ddof).dividedBy(values.count().sqrt());
    }

    /// The sum as a value of a type, and whether it does not fit the type: a struct of `sum`, null where it does
    /// not fit, and `overflow`. Null of no value. The total decides, not the way to it. The state is that of a
    /// sum of decimals.
    ///
    /// @throws IllegalArgumentException if the type is no integer or decimal
    public static Expr sumOverflow(Object argument, DataType type) {
        if (!type.isInteger() && !(type instanceof DataType.DecimalType)) {
            throw new IllegalArgumentException("sums overflow integers and decimals, not " + type);
        }
        int scale = type instanceof DataType.DecimalType decimal ? decimal.scale() : 0;
        Expr total = column(argument)
                .cast(DataType.decimal(DataType.DecimalType.MAX_PRECISION, scale))
                .sum();
        Expr sum = new Expr.Cast(total, type, true);
        return when(total.isNull())
                .then(null)
                .otherwise(call(Function.STRUCT_PACK, "sum", sum, "overflow", sum.isNull()));
    }

    /// Whether nulls, or NaNs, of a set are one value or each a value of its own.
    public enum Equality {
        /// They equal each other, so a set has one at most.
        EQUAL,
        /// None equals another, so a set has all of them.
        UNEQUAL
    }

    /// The distinct values as a list in the order of their first rows. Nulls, and NaNs, that are `UNEQUAL` come
    /// behind the others, one a row; only floats have NaNs that can be asked for so.
    public static Expr collectSet(Object argument, Equality nulls, Equality nans) {
        Expr value = column(argument);
        Optional<Expr> unequal = unequal(value, nulls, nans);
        Expr set = Expressions.aggregate(new Aggregation.CollectSet(nulls == Equality.UNEQUAL), value);
        if (unequal.isEmpty()) {
            return set;
        }
        Expr equals = nans == Equality.EQUAL
                ? set
                : set.filter(value.isNull().or(value.isNan().not()));
        return call(Function.LIST_CONCAT, equals, value.collectList().filter(unequal.get()));
    }

    /// The condition of values that equal no other one.
    private static Optional<Expr> unequal(Expr value, Equality nulls, Equality nans) {
        Optional<Expr> isNull = nulls == Equality.UNEQUAL ? Optional.of(value.isNull()) : Optional.empty();
        Optional<Expr> isNan =
                nans == Equality.UNEQUAL ? Optional.of(value.isNotNull().and(value.isNan())) : Optional.empty();
        return Stream.of(isNull, isNan).flatMap(Optional::stream).reduce(Expr::or);
    }

    /// The number of values, their mean, and the sum of their squared distances from it, as a struct of
    /// `count`, `mean` and `m2`: what [#mergedM2] takes.
    public static Expr moments(Object argument) {
        Expr values = column(argument);
        return call(Function.STRUCT_PACK, "count", values.count(), "mean", values.mean(), "m2", m2(values));
    }

    /// Structs of `count`, `mean` and `m2`, told by their order, merged into that of all their values. Those
    /// that are null, or of no value, take no part; null if none is left.
    public static Expr mergedM2(Object argument) {
        return Expressions.aggregate(new Aggregation.Merge(new Aggregation.M2()), column(argument));
    }

    /// Results of [Expressions#valueCounts] merged into one: lists of structs of a value and its count, told by
    /// their order. A null among the values is counted as a value, the last one.
    public static Expr mergedCounts(Object argument) {
        return Expressions.aggregate(new Aggregation.Merge(new Aggregation.ValueCounts(true)), column(argument));
    }

    /// Results of [Expressions#tdigest] merged into one of the usual compression.
    public static Expr mergedTdigest(Object argument) {
        Aggregation digest = new Aggregation.TDigest(Aggregation.TDigest.DEFAULT_COMPRESSION);
        return Expressions.aggregate(new Aggregation.Merge(digest), column(argument));
    }

    /// The elements of all lists in one, in the order of rows; null lists have none.
    public static Expr mergedLists(Object argument) {
        Expr lists = Expressions.aggregate(new Aggregation.CollectList(true), column(argument));
        return call(Function.LIST_FLATTEN, lists);
    }

    /// The distinct elements of all lists, in any order; null is an element.
    public static Expr mergedSets(Object argument) {
        return mergedSets(argument, Equality.EQUAL, Equality.EQUAL);
    }

    /// As [#mergedSets(Object)], with nulls and NaNs as [#collectSet] takes them.
    public static Expr mergedSets(Object argument, Equality nulls, Equality nans) {
        Expr all = mergedLists(argument);
        Expr element = Expressions.col("element");
        Expr nullOnes = chosen(all, element.isNull());
        Expr set = nans == Equality.EQUAL
                ? call(Function.LIST_DISTINCT, all)
                : call(
                        Function.LIST_CONCAT,
                        call(Function.LIST_DISTINCT, chosen(all, element.isNan().not())),
                        chosen(all, element.isNan()));
        Expr kept = nulls == Equality.UNEQUAL ? nullOnes : call(Function.LIST_SLICE, nullOnes, 1L, 1L, 1L);
        return call(Function.LIST_CONCAT, set, kept);
    }

    private static Expr chosen(Expr list, Expr condition) {
        return call(Function.LIST_FILTER, list, new Expr.Lambda(List.of("element"), condition));
    }

    /// The geometric mean, from logarithms: float64, an error for a value of 0 or less.
    public static Expr geometricMean(Object argument) {
        return column(argument).ln().mean().exp();
    }

    /// Several quantiles, interpolated linearly: a column each, which share one state.
    ///
    /// @throws IllegalArgumentException if a share is not between 0 and 1
    public static Expr[] quantiles(Object argument, double... shares) {
        return Arrays.stream(shares)
                .mapToObj(share -> Expressions.quantile(argument, share))
                .toArray(Expr[]::new);
    }

    /// An aggregation that is null for groups with fewer than so many rows in which none of its arguments
    /// is null, of those that its filter takes.
    ///
    /// @throws IllegalArgumentException if it is not one aggregation
    public static Expr minPeriods(Expr aggregation, long rows) {
        if (!(aggregation.unaliased() instanceof Expr.Aggregate aggregate)) {
            throw new IllegalArgumentException(aggregation.outputName() + " is not an aggregation");
        }
        Optional<Expr> known =
                aggregate.arguments().stream().map(Expr::isNotNull).reduce(Expr::and);
        Optional<Expr> taken =
                Stream.of(known, aggregate.filter()).flatMap(Optional::stream).reduce(Expr::and);
        Expr counted = new Expr.Aggregate(new Aggregation.CountAll(), List.of(), taken, false);
        return when(counted.ge(rows)).then(aggregate).end().as(aggregation.outputName());
    }

    /// The number of rows in which neither is null; int64.
    public static Expr regrCount(Object y, Object x) {
        return of(y, x).count();
    }

    /// The mean of `x`.
    public static Expr regrAvgX(Object y, Object x) {
        return of(x, y).mean();
    }

    /// The mean of `y`.
    public static Expr regrAvgY(Object y, Object x) {
        return of(y, x).mean();
    }

    /// The sum of the squared distances of `x` from its mean.
    public static Expr regrSxx(Object y, Object x) {
        return m2(of(x, y));
    }

    /// The sum of the squared distances of `y` from its mean.
    public static Expr regrSyy(Object y, Object x) {
        return m2(of(y, x));
    }

    /// The sum of the products of both distances.
    public static Expr regrSxy(Object y, Object x) {
        return covariance(y, x).times(regrCount(y, x));
    }

    /// The slope of the line; NaN where `x` does not vary.
    public static Expr regrSlope(Object y, Object x) {
        return covariance(y, x).dividedBy(of(x, y).variance(0));
    }

    /// Where the line has `x` of 0; null where `x` does not vary.
    public static Expr regrIntercept(Object y, Object x) {
        Expr intercept = regrAvgY(y, x).minus(regrSlope(y, x).times(regrAvgX(y, x)));
        return when(of(x, y).variance(0).eq(0)).then(null).otherwise(intercept);
    }

    /// The square of the correlation; null where `x` does not vary, 1 where `y` alone does not.
    public static Expr regrR2(Object y, Object x) {
        Expr both = covariance(y, x);
        Expr xs = of(x, y).variance(0);
        Expr ys = of(y, x).variance(0);
        return when(xs.eq(0))
                .then(null)
                .when(ys.eq(0))
                .then(lit(1.0))
                .otherwise(both.times(both).dividedBy(xs.times(ys)));
    }

    private static Expr m2(Expr values) {
        return Expressions.m2(values);
    }

    private static Expr covariance(Object y, Object x) {
        return Expressions.aggregate(new Aggregation.Covariance(0), column(y), column(x));
    }

    /// The values where the other is not null.
    private static Expr of(Object values, Object other) {
        return when(column(other).isNotNull()).then(column(values)).end();
    }

    private static Expr column(Object argument) {
        return argument instanceof String name ? Expressions.col(name) : Expressions.expr(argument);
    }
}
