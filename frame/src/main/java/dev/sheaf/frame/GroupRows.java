package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.corr;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.verb.RowWindows;
import dev.sheaf.frame.verb.WindowVerbs;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFunction;
import java.util.List;

/// The rows of a group among each other, for the results of [LazyGroupBy#agg(java.util.function.Function)]. Rows
/// are in input order; all of them are held in memory.
public final class GroupRows {
    private static final String PLACE = "place";
    private static final String VALUE = "value";

    private final RowWindows windows;

    GroupRows(RowWindows windows) {
        this.windows = windows;
    }

    /// Values from the rows before and behind each row: `rows.of("v").shift(1)`. By themselves they are the list
    /// of the group's values; aggregations take them, and so does this again.
    public WindowVerbs<Expr> of(Expr values) {
        Expr plain = values.unaliased();
        return expression -> expression.of(plain, windows);
    }

    /// As [#of(Expr)] of a column.
    public WindowVerbs<Expr> of(String column) {
        return of(col(column));
    }

    /// The list of the values of the first `n` rows, or of all there are.
    public Expr head(Expr values, long n) {
        return collectList(values.unaliased()).filter(place().le(n));
    }

    /// The list of the values of the last `n` rows, or of all there are.
    public Expr tail(Expr values, long n) {
        return collectList(values.unaliased())
                .filter(place().gt(windows.whole(count()).minus(n)));
    }

    private Expr place(SortKey... order) {
        return windows.of(new WindowFunction.RowNumber(), order);
    }

    /// The list of the values in the order of keys; ties in input order.
    public Expr sortBy(Expr values, SortKey... keys) {
        Expr placed = call(Function.STRUCT_PACK, PLACE, place(keys), VALUE, values.unaliased());
        Expr sorted = call(Function.LIST_SORT, collectList(placed), false, false);
        Expr value = call(Function.STRUCT_EXTRACT, col(VALUE), VALUE);
        return call(Function.LIST_TRANSFORM, sorted, new Expr.Lambda(List.of(VALUE), value));
    }

    /// Spearman's correlation: Pearson's of the ranks of the rows in which neither is null, ties sharing the mean
    /// of their places; null of fewer than two such rows, NaN where one does not vary.
    public Expr spearman(Expr y, Expr x) {
        return corr(rank(y, x), rank(x, y));
    }

    /// States of spreads merged: structs of `count`, `mean` and `m2`, the sum of squared distances from the mean,
    /// give that of all their values. States that are null or of no value take no part; of none the result is a
    /// count of 0 and nulls.
    public Expr mergedM2(Expr states) {
        Expr count = field(states, "count").cast(DataType.FLOAT64);
        Expr counted = when(count.gt(0)).then(count).otherwise(null);
        Expr mean = field(states, "mean");
        Expr all = counted.sum();
        Expr middle = counted.times(mean).sum().dividedBy(all);
        Expr distance = mean.minus(middle);
        Expr between = counted.times(distance).times(distance).sum();
        Expr within =
                when(count.gt(0)).then(field(states, "m2")).otherwise(null).sum();
        return call(
                Function.STRUCT_PACK,
                "count",
                coalesce(field(states, "count").sum(), 0L),
                "mean",
                middle,
                "m2",
                within.plus(between));
    }

    private static Expr field(Expr struct, String name) {
        return call(Function.STRUCT_EXTRACT, struct.unaliased(), name);
    }

    private Expr rank(Expr value, Expr other) {
        Expr known = when(other.unaliased().isNotNull()).then(value.unaliased()).otherwise(lit(null));
        return of(known).rank();
    }
}
