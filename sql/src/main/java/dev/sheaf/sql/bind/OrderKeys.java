package dev.sheaf.sql.bind;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.expression.OrderItems;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Node;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Binds ORDER BY: names and positions of the SELECT list, expressions, and ALL, which means the whole list.
///
/// A name alone is an alias if there is one, else a result column, else a column of FROM; inside an expression the
/// column of FROM comes first. So it is in DuckDB.
public final class OrderKeys {
    private final SelectContext context;
    private final List<SelectList.Item> items;

    /// The names of the result columns by their expressions; of equal ones the first.
    private final Map<Expr, String> results = new HashMap<>();

    private OrderKeys(SelectContext context, List<SelectList.Item> items) {
        this.context = context;
        this.items = items;
        items.forEach(item -> results.putIfAbsent(item.expr(), item.name()));
    }

    /// A key over the source; if it is a result column, its name.
    record Key(Node node, Expr expr, SortDirection direction, Optional<String> result) {
        SortKey sortKey(Expr by) {
            return new SortKey(by, direction);
        }
    }

    static List<Key> bind(List<OrderItem> orderBy, SelectContext context, List<SelectList.Item> items) {
        OrderKeys binder = new OrderKeys(context, items);
        List<Key> keys = new ArrayList<>();
        for (OrderItem item : orderBy) {
            if (item.value().isEmpty()) {
                items.forEach(each -> keys.add(binder.key(each, item, item)));
            } else {
                keys.add(binder.key(item, item.value().get()));
            }
        }
        return keys;
    }

    private Key key(SelectList.Item result, Node node, OrderItem item) {
        Expr key = context.key(result.expr());
        return key.equals(result.expr())
                ? new Key(node, key, OrderItems.direction(item, context), Optional.of(result.name()))
                : key(key, node, item);
    }

    private Key key(Expr key, Node node, OrderItem item) {
        return new Key(node, key, OrderItems.direction(item, context), Optional.ofNullable(results.get(key)));
    }

    private Key key(OrderItem item, Expression value) {
        Optional<BigInteger> position = Literals.wholeNumber(value);
        if (position.isPresent()) {
            return key(GroupKeys.at(items, position.get(), value, "ORDER BY", context.origins()), value, item);
        }
        if (value instanceof Expression.Column column && column.isSimple()) {
            Optional<SelectList.Item> named = named(column.last().text());
            if (named.isPresent()) {
                return key(named.get(), value, item);
            }
        }
        return key(context.key(new ExpressionBinder(context, Clause.ORDER_BY).bind(value)), value, item);
    }

    private Optional<SelectList.Item> named(String name) {
        Optional<Expr> alias = context.aliases().find(name);
        return items.stream()
                .filter(item -> alias.map(item.expr()::equals)
                        .orElseGet(() -> item.name().equalsIgnoreCase(name)))
                .findFirst();
    }
}
