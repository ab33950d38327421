package dev.sheaf.sql.bind;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import java.util.List;
import java.util.Optional;

/// What may stand behind a query. `offset` and `count` as in [LogicalPlan.Limit]; `most` is there where LIMIT
/// or OFFSET is known only when the query runs.
record Tail(List<OrderItem> orderBy, long offset, long count, Optional<LimitRows> most) {
    static final Tail NONE = new Tail(List.of(), 0, Long.MAX_VALUE, Optional.empty());

    boolean isLimited() {
        return offset > 0 || count < Long.MAX_VALUE || most.isPresent();
    }

    LogicalPlan limit(LogicalPlan plan) {
        if (most.isPresent()) {
            return most.get().of(plan, offset, count);
        }
        return !isLimited() ? plan : new LogicalPlan.Limit(plan, offset, count);
    }
}
