package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.window.Frame.Current;
import dev.sheaf.window.Frame.Distance;
import dev.sheaf.window.Frame.Unbounded;
import dev.sheaf.window.Frame.Unit;
import dev.sheaf.window.RunFunction.RankMethod;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Values computed from the rows before and behind each row, in every column; of groups from those of the
/// same group. Rows keep their order and their labels.
///
/// Nulls are left out of what is accumulated and stay null themselves, as in pandas. All verbs run as one window
/// operator of the engine; rows are held in memory.
public interface WindowVerbs<F> {
    /// Any computation over window functions; the others here are made of it:
    /// `frame.windows((v, rows) -> v.dividedBy(rows.whole(sum(v))))`.
    ///
    /// @throws IllegalArgumentException if it does not fit the type of a column
    F windows(WindowExpression expression);

    /// Sums of the values so far.
    default F cumSum() {
        return cumulative(Expressions::sum);
    }

    /// Products of the values so far.
    default F cumProd() {
        return cumulative(Expressions::product);
    }

    /// The least of the values so far.
    default F cumMin() {
        return cumulative(Expressions::min);
    }

    /// The greatest of the values so far.
    default F cumMax() {
        return cumulative(Expressions::max);
    }

    private F cumulative(UnaryOperator<Expr> aggregation) {
        return windows(
                (column, rows) -> unlessNull(column, rows.over(WindowFrame.running(), aggregation.apply(column))));
    }

    private static Expr unlessNull(Expr column, Expr value) {
        return when(column.isNotNull()).then(value).otherwise(null);
    }

    /// The value `distance` rows before, behind if negative; null where there is none.
    default F shift(long distance) {
        return windows((column, rows) -> rows.shifted(column, distance));
    }

    /// As [#shift(long)] with a constant where there is no such row.
    default F shift(long distance, Object otherwise) {
        return windows((column, rows) ->
                rows.of(new WindowFunction.Shifted(column, distance, false, Optional.of(lit(otherwise)))));
    }

    /// The value less the one before.
    default F diff() {
        return diff(1);
    }

    /// The value less the one `distance` rows before, behind if negative; null where one of the two is.
    default F diff(long distance) {
        return windows((column, rows) -> column.minus(rows.shifted(column, distance)));
    }

    /// By which share of the value before each value is more.
    default F pctChange() {
        return pctChange(1);
    }

    /// By which share of the value `distance` rows before each value is more, as float64; null where one of the
    /// two is.
    default F pctChange(long distance) {
        return windows((column, rows) ->
                column.dividedBy(rows.shifted(column, distance)).minus(1.0));
    }

    /// Ranks of the values, rising from 1, as float64; ties share the mean of their places.
    default F rank() {
        return rank(RankMethod.AVERAGE);
    }

    /// Ranks of the values, rising from 1. Nulls have none.
    default F rank(RankMethod ties) {
        return rank(ties, false);
    }

    /// Ranks of the values, rising or falling, from 1: as float64 of [RankMethod#AVERAGE], else as int64. Nulls
    /// have none.
    default F rank(RankMethod ties, boolean descending) {
        return windows((column, rows) -> Ranks.of(column, rows, ties, descending));
    }

    /// Ranks of all rows from 1, nulls among them, first or last as the order says and ties of each other: as
    /// float64 of [RankMethod#AVERAGE], else as int64.
    default F rank(RankMethod ties, SortDirection order) {
        return windows((column, rows) -> Ranks.ofAll(column, rows, ties, order));
    }

    /// The same ranks as shares of the number of rows, up to 1; of [RankMethod#DENSE] of the number of different
    /// values, null for one.
    default F rankShare(RankMethod ties, SortDirection order) {
        return windows((column, rows) -> Ranks.shareOfAll(column, rows, ties, order));
    }

    /// Ranks as shares of the number of values, up to 1; of [RankMethod#DENSE] of the number of different values.
    default F rankShare(RankMethod ties, boolean descending) {
        return windows((column, rows) -> Ranks.share(column, rows, ties, descending));
    }

    /// Nulls replaced by the last value before that is not null.
    default F ffill() {
        return windows((column, rows) -> filled(column, rows, -1, WindowFrame.running()));
    }

    /// As [#ffill()] from at most `limit` rows before.
    default F ffill(long limit) {
        return windows((column, rows) -> filled(column, rows, -1, WindowFrame.rows(-limit, 0)));
    }

    /// Nulls replaced by the next value behind that is not null.
    default F bfill() {
        WindowFrame rest = WindowFrame.of(Unit.ROWS, new Current(), new Unbounded());
        return windows((column, rows) -> filled(column, rows, 1, rest));
    }

    /// As [#bfill()] from at most `limit` rows behind.
    default F bfill(long limit) {
        return windows((column, rows) -> filled(column, rows, 1, WindowFrame.rows(0, limit)));
    }

    /// Nulls between two values replaced by what lies on the straight line between them, rows being equal steps;
    /// those behind the last value by that, and those before the first one stay. All values as float64.
    ///
    /// @throws IllegalArgumentException for a column that has no numbers
    default F interpolate() {
        return windows(WindowVerbs::interpolated);
    }

    private static Expr interpolated(Expr column, RowWindows rows) {
        WindowFrame rest = WindowFrame.of(Unit.ROWS, new Current(), new Unbounded());
        Expr number = column.times(1.0);
        Expr place = rows.of(new WindowFunction.RowNumber());
        Expr known = when(column.isNotNull()).then(place).otherwise(null);
        Expr before = filled(number, rows, -1, WindowFrame.running());
        Expr from = filled(known, rows, -1, WindowFrame.running());
        Expr rise = filled(number, rows, 1, rest).minus(before);
        Expr steps = filled(known, rows, 1, rest).minus(from);
        Expr line = before.plus(rise.times(place.minus(from)).dividedBy(steps));
        return when(column.isNotNull()).then(number).otherwise(coalesce(line, before));
    }

    private static Expr filled(Expr column, RowWindows rows, long n, WindowFrame frame) {
        return rows.of(new WindowFunction.Picked(column, n, true, frame));
    }

    /// Exponentially weighted means of the values so far, the newest weighing `alpha` of all, as float64. A null
    /// repeats the mean before it and ages the older values.
    ///
    /// @throws IllegalArgumentException for a column that has no numbers, or if alpha is not above 0 and at most 1
    default F smooth(double alpha) {
        return smooth(alpha, true);
    }

    /// As [#smooth(double)]; if not `adjusted`, each mean is `alpha * value + (1 - alpha) * mean` of the one before.
    default F smooth(double alpha, boolean adjusted) {
        return windows((column, rows) -> rows.of(new WindowFunction.Smoothed(column, alpha, adjusted)));
    }

    /// The `rows` rows up to each one: `frame.rolling(7).mean()`. Null where fewer are there, see
    /// [Rolling#minPeriods(long)].
    ///
    /// @throws IllegalArgumentException if `rows` is below 1
    default Rolling<F> rolling(long rows) {
        if (rows < 1) {
            throw new IllegalArgumentException("a window has 1 row or more, not " + rows);
        }
        return new Rolling<>(this::windows, new Distance(1 - rows), 0, rows);
    }

    /// All rows up to each one: `frame.expanding().mean()`.
    default Rolling<F> expanding() {
        return new Rolling<>(this::windows, new Unbounded(), 0, 1);
    }
}
