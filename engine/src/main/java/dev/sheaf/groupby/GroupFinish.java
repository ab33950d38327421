package dev.sheaf.groupby;

import dev.sheaf.expr.Expr;
import java.util.List;
import java.util.Optional;

/// What becomes of the groups of a request once their aggregates are known: HAVING, and SELECT over aggregates.
///
/// All expressions are over the columns of the request's result, by the names of keys and aggregates.
///
/// @param having the condition on groups; those for which it is not true are left out before anything else
/// @param outputs the columns of the result, in this order; without any, all keys and aggregates as they are
public record GroupFinish(Optional<Expr> having, List<Expr> outputs) {
    /// Groups as they are.
    public static final GroupFinish NONE = new GroupFinish(Optional.empty(), List.of());

    public GroupFinish {
        outputs = List.copyOf(outputs);
    }

    /// Whether groups stay as they are.
    public boolean isNone() {
        return having.isEmpty() && outputs.isEmpty();
    }
}
