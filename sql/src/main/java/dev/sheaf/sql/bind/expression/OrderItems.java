package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.SortDirection;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;

/// The items of an ORDER BY as sort keys.
public final class OrderItems {
    private OrderItems() {}

    /// A key that is bound.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError with `problem` if it is ALL, and if it cannot be bound
    static SortKey key(OrderItem item, PartBinder binder, String problem) {
        Expression value = item.value().orElseThrow(() -> binder.error(item, problem));
        return new SortKey(binder.context().key(binder.bind(value)), direction(item, binder.context()));
    }

    /// Rising unless DESC is said, and nulls last unless asked otherwise, here or by a setting.
    public static SortDirection direction(OrderItem item, SelectContext context) {
        boolean nullsFirst = item.nullsFirst()
                .orElseGet(() -> context.parameters().settings().nullsFirst(item.descending()));
        return new SortDirection(item.descending(), nullsFirst);
    }
}
