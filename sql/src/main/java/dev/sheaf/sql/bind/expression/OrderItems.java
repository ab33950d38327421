package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.SortDirection;
import dev.sheaf.plan.SortKey;
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
        return new SortKey(binder.context().key(binder.bind(value)), direction(item));
    }

    /// Rising unless DESC is said, and nulls last unless asked otherwise, whichever the direction.
    public static SortDirection direction(OrderItem item) {
        return new SortDirection(item.descending(), item.nullsFirst().orElse(false));
    }
}
