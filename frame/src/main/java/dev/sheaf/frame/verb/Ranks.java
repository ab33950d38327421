package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.window.RunFunction.RankMethod;

/// Ranks of values as expressions over SQL's window functions.
final class Ranks {
    private static final WindowFrame PEERS = WindowFrame.groups(0, 0);

    private Ranks() {}

    /// Of the values alone, nulls have none.
    static Expr of(Expr column, RowWindows rows, RankMethod ties, boolean descending) {
        Expr rank = ofAll(column, rows, ties, new SortDirection(descending, false));
        return when(column.isNotNull()).then(rank).otherwise(null);
    }

    /// Of all rows, nulls where the direction puts them.
    static Expr ofAll(Expr column, RowWindows rows, RankMethod ties, SortDirection direction) {
        SortKey order = new SortKey(column, direction);
        return switch (ties) {
            case FIRST -> rows.of(new WindowFunction.RowNumber(), order);
            case DENSE -> rows.of(new WindowFunction.DenseRank(), order);
            case MIN -> rows.of(new WindowFunction.Rank(), order);
            case MAX -> last(rows, order);
            case AVERAGE ->
                rows.of(new WindowFunction.Rank(), order)
                        .plus(last(rows, order))
                        .dividedBy(2);
        };
    }

    /// The place of the last peer.
    private static Expr last(RowWindows rows, SortKey order) {
        Expr.Aggregate count = (Expr.Aggregate) count();
        Expr peers = rows.of(new WindowFunction.Framed(count, PEERS), order);
        return rows.of(new WindowFunction.Rank(), order).plus(peers).minus(1L);
    }

    static Expr share(Expr column, RowWindows rows, RankMethod ties, boolean descending) {
        Expr values = rows.whole(ties == RankMethod.DENSE ? nunique(column) : count(column));
        return of(column, rows, ties, descending).cast(DataType.FLOAT64).dividedBy(values);
    }

    static Expr shareOfAll(Expr column, RowWindows rows, RankMethod ties, SortDirection direction) {
        Expr all = rows.whole(count());
        Expr nulls = when(all.gt(rows.whole(count(column)))).then(1L).otherwise(0L);
        Expr values = ties == RankMethod.DENSE ? rows.whole(nunique(column)).plus(nulls) : all;
        return ofAll(column, rows, ties, direction).cast(DataType.FLOAT64).dividedBy(values);
    }
}
