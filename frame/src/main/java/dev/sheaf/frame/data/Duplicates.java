package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.count;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.verb.Keep;
import dev.sheaf.frame.verb.RowWindows;
import dev.sheaf.plan.WindowFunction;
import java.util.List;

/// Rows that are equal to others.
public final class Duplicates {
    private Duplicates() {}

    /// Whether each row is one of several that agree in some columns, and not the one to keep; as column `duplicated`.
    public static Frame marked(Frame frame, List<String> columns, Keep keep) {
        List<Expr> keys = columns.stream().map(Expressions::col).toList();
        RowWindows windows = RowComputation.windows(frame, keys);
        Expr marked = switch (keep) {
            case FIRST -> windows.of(new WindowFunction.RowNumber()).gt(1L);
            case LAST -> windows.of(new WindowFunction.RowNumber()).lt(windows.whole(count()));
            case NONE -> windows.whole(count()).gt(1L);
        };
        return RowComputation.of(frame, windows, List.of(marked.as("duplicated")));
    }
}
