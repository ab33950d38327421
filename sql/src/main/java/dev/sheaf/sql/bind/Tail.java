package dev.sheaf.sql.bind;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import java.util.List;

/// What may stand behind a query. `offset` and `count` as in [LogicalPlan.Limit].
record Tail(List<OrderItem> orderBy, long offset, long count) {
    static final Tail NONE = new Tail(List.of(), 0, Long.MAX_VALUE);

    boolean isLimited() {
        return offset > 0 || count < Long.MAX_VALUE;
    }

    LogicalPlan limit(LogicalPlan plan) {
        return !isLimited() ? plan : new LogicalPlan.Limit(plan, offset, count);
    }
}
