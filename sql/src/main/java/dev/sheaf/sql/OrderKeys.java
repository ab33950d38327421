package dev.sheaf.sql;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.SortKey;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/// Binds ORDER BY: names and positions of the SELECT list, expressions, and ALL, which means the whole list.
///
/// A name alone is an alias if there is one, else a result column, else a column of FROM; inside an expression the
/// column of FROM comes first. So it is in DuckDB.
final class OrderKeys {
    private OrderKeys() {}

    /// A key over the source; if it is a result column, its name.
    record Key(SqlNode node, Expr expr, SortDirection direction, Optional<String> result) {
        SortKey sortKey(Expr by) {
            return new SortKey(by, direction);
        }
    }

    static List<Key> bind(List<SqlNode> orderBy, SelectContext context, List<SelectList.Item> items) {
        List<Key> keys = new ArrayList<>();
        for (SqlNode node : orderBy) {
            OrderItem item = OrderItem.of(node);
            if (GroupKeys.isAll(item.node())) {
                items.forEach(each -> keys.add(key(each, item)));
            } else {
                keys.add(key(item, context, items));
            }
        }
        return keys;
    }

    private static Key key(SelectList.Item result, OrderItem item) {
        return new Key(item.node(), result.expr(), item.direction(), Optional.of(result.name()));
    }

    private static Key key(OrderItem item, SelectContext context, List<SelectList.Item> items) {
        Optional<BigInteger> position = Literals.wholeNumber(item.node());
        if (position.isPresent()) {
            return key(GroupKeys.at(items, position.get(), item.node(), "ORDER BY", context.statement()), item);
        }
        if (item.node() instanceof SqlIdentifier name && name.isSimple()) {
            Optional<SelectList.Item> named = named(name.getSimple(), context, items);
            if (named.isPresent()) {
                return key(named.get(), item);
            }
        }
        Expr expr = new ExpressionBinder(context, Clause.ORDER_BY).bind(item.node());
        Optional<String> result = items.stream()
                .filter(each -> each.expr().equals(expr) && !each.isUnnested())
                .map(SelectList.Item::name)
                .findFirst();
        return new Key(item.node(), expr, item.direction(), result);
    }

    private static Optional<SelectList.Item> named(String name, SelectContext context, List<SelectList.Item> items) {
        Optional<Expr> alias = context.aliases().find(name);
        return items.stream()
                .filter(item -> alias.map(item.expr()::equals)
                        .orElseGet(() -> item.name().equalsIgnoreCase(name)))
                .findFirst();
    }
}
