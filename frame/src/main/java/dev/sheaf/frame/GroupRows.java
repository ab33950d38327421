package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.collectList;
import static dev.sheaf.expr.Expressions.count;

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
}
