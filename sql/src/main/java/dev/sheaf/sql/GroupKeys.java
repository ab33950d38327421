package dev.sheaf.sql;

import dev.sheaf.expr.Expr;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/// Binds GROUP BY: expressions, columns, aliases and positions of the SELECT list, and ALL, which means every
/// item of the list that reads a column and holds no aggregate.
final class GroupKeys {
    /// What the dialect writes for ALL.
    static final String ALL = "*";

    private final SelectContext context;
    private final List<SelectList.Item> items;
    private final List<Key> keys = new ArrayList<>();

    private GroupKeys(SelectContext context, List<SelectList.Item> items) {
        this.context = context;
        this.items = items;
    }

    /// A grouping expression and the name of its column, if nobody gives it another.
    record Key(Expr expr, String name) {}

    /// The distinct keys in the order written.
    static List<Key> bind(@Nullable SqlNodeList groupBy, SelectContext context, List<SelectList.Item> items) {
        GroupKeys binder = new GroupKeys(context, items);
        if (groupBy != null) {
            groupBy.forEach(binder::add);
        }
        return List.copyOf(binder.keys);
    }

    /// The columns that some keys read.
    static Set<String> columns(List<Key> keys) {
        Set<String> columns = new HashSet<>();
        keys.forEach(key -> collect(key.expr(), columns));
        return columns;
    }

    private static void collect(Expr expr, Set<String> columns) {
        if (expr instanceof Expr.ColumnRef(String name)) {
            columns.add(name);
        }
        expr.children().forEach(child -> collect(child, columns));
    }

    private void add(SqlNode node) {
        switch (node.getKind()) {
            case ROLLUP, CUBE, GROUPING_SETS ->
                throw context.statement().error(node, "GROUPING SETS, ROLLUP and CUBE are not supported yet");
            case ROW -> ((SqlCall) node).getOperandList().forEach(this::add);
            default -> {
                if (node instanceof SqlNodeList list) {
                    list.forEach(this::add);
                } else if (isAll(node)) {
                    items.stream()
                            .filter(item -> isKey(item) && readsColumn(item.expr()))
                            .forEach(this::add);
                } else {
                    key(node);
                }
            }
        }
    }

    static boolean isAll(SqlNode node) {
        return node instanceof SqlIdentifier name
                && name.isSimple()
                && name.getSimple().equals(ALL);
    }

    private boolean isKey(SelectList.Item item) {
        return !context.calls().holdsAggregate(item.expr()) && !context.calls().holdsWindow(item.expr());
    }

    private static boolean readsColumn(Expr expr) {
        return expr instanceof Expr.ColumnRef || expr.children().stream().anyMatch(GroupKeys::readsColumn);
    }

    private void add(SelectList.Item item) {
        if (keys.stream().noneMatch(key -> key.expr().equals(item.expr()))) {
            keys.add(new Key(item.expr(), item.name()));
        }
    }

    private void key(SqlNode node) {
        Optional<BigInteger> position = Literals.wholeNumber(node);
        if (position.isPresent()) {
            SelectList.Item item = at(items, position.get(), node, "GROUP BY", context.statement());
            if (!isKey(item)) {
                throw context.statement()
                        .error(
                                node,
                                "GROUP BY " + position.get() + " means " + item.name()
                                        + ", which is no expression of single rows");
            }
            add(item);
            return;
        }
        Expr expr = new ExpressionBinder(context, Clause.GROUP_BY).bind(node);
        if (keys.stream().noneMatch(key -> key.expr().equals(expr))) {
            keys.add(new Key(expr, new ResultNames(context.statement(), context.scope()).of(node)));
        }
    }

    /// The item of the SELECT list at a position from 1.
    static SelectList.Item at(
            List<SelectList.Item> items, BigInteger position, SqlNode node, String clause, Statement statement) {
        if (position.signum() <= 0 || position.compareTo(BigInteger.valueOf(items.size())) > 0) {
            throw statement.error(
                    node,
                    clause + " " + position + " is no position in SELECT, which has " + items.size() + " columns");
        }
        return items.get(position.intValue() - 1);
    }
}
