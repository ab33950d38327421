package dev.sheaf.sql;

import dev.sheaf.expr.Expr;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/// Binds GROUP BY: expressions, columns, aliases and positions of the SELECT list, and ALL, which means every
/// item of the list that reads a column and holds no aggregate; GROUPING SETS, ROLLUP and CUBE of these.
///
/// Each element of the clause is a list of sets of keys: one set of one key, or those that ROLLUP makes. What is
/// grouped by is every choice of one set of each element.
final class GroupKeys {
    /// Each set is a group-by of its own.
    private static final int MOST_SETS = 256;

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

    /// All distinct keys in the order written, and the sets of them that are grouped by; as a rule one of all keys.
    /// `given`: there is something to group by, be it `()`.
    record Sets(List<Key> keys, List<List<Key>> sets, boolean given) {
        Sets {
            keys = List.copyOf(keys);
            sets = List.copyOf(sets);
        }

        boolean isPlain() {
            return sets.size() == 1;
        }
    }

    static Sets bind(@Nullable SqlNodeList groupBy, SelectContext context, List<SelectList.Item> items) {
        GroupKeys binder = new GroupKeys(context, items);
        List<List<Key>> sets = groupBy == null ? List.of(List.of()) : binder.product(groupBy, groupBy);
        boolean given =
                groupBy != null && (!binder.keys.isEmpty() || groupBy.stream().noneMatch(GroupKeys::isAll));
        return new Sets(binder.keys, sets, given);
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

    /// The sets of an element.
    private List<List<Key>> sets(SqlNode node) {
        return switch (node.getKind()) {
            case ROLLUP -> rollup(((SqlCall) node).getOperandList());
            case CUBE -> cube((SqlCall) node);
            case GROUPING_SETS ->
                ((SqlCall) node)
                        .getOperandList().stream()
                                .flatMap(set -> sets(set).stream())
                                .toList();
            case ROW -> product(((SqlCall) node).getOperandList(), node);
            default -> {
                if (node instanceof SqlNodeList list) {
                    yield product(list, node);
                }
                yield List.of(isAll(node) ? all() : List.of(key(node)));
            }
        };
    }

    /// Every choice of one set of each element.
    private List<List<Key>> product(List<? extends SqlNode> elements, SqlNode node) {
        List<List<Key>> product = List.of(List.of());
        for (SqlNode element : elements) {
            List<List<Key>> sets = sets(element);
            checkCount((long) product.size() * sets.size(), node);
            product = product.stream()
                    .flatMap(before -> sets.stream().map(set -> both(before, set)))
                    .toList();
        }
        return product;
    }

    private void checkCount(long sets, SqlNode node) {
        if (sets > MOST_SETS) {
            throw context.statement()
                    .error(node, "these are " + sets + " grouping sets; a query takes at most " + MOST_SETS);
        }
    }

    private static List<Key> both(List<Key> some, List<Key> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().toList();
    }

    /// All elements, all but the last, and so on down to none.
    private List<List<Key>> rollup(List<SqlNode> elements) {
        List<List<Key>> sets = new ArrayList<>();
        sets.add(List.of());
        for (SqlNode element : elements) {
            sets.addFirst(both(sets.getFirst(), keysOf(element)));
        }
        return sets;
    }

    /// Every choice of elements.
    private List<List<Key>> cube(SqlCall cube) {
        List<List<Key>> sets = List.of(List.of());
        for (SqlNode element : cube.getOperandList()) {
            List<Key> own = keysOf(element);
            checkCount(2L * sets.size(), cube);
            sets = sets.stream().flatMap(set -> Stream.of(both(set, own), set)).toList();
        }
        return sets;
    }

    /// The keys of one element of ROLLUP or CUBE, which may be several in parentheses.
    private List<Key> keysOf(SqlNode element) {
        List<List<Key>> sets = sets(element);
        if (sets.size() != 1) {
            throw context.statement().error(element, "ROLLUP and CUBE take expressions, not sets of them");
        }
        return sets.getFirst();
    }

    private List<Key> all() {
        return items.stream()
                .filter(item -> isKey(item) && readsColumn(item.expr()))
                .map(this::key)
                .toList();
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

    private Key key(SelectList.Item item) {
        return key(item.expr(), item::name);
    }

    /// The key of an expression, a new one if there is none yet.
    private Key key(Expr expr, Supplier<String> name) {
        for (Key known : keys) {
            if (known.expr().equals(expr)) {
                return known;
            }
        }
        keys.add(new Key(expr, name.get()));
        return keys.getLast();
    }

    private Key key(SqlNode node) {
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
            return key(item);
        }
        Expr expr = new ExpressionBinder(context, Clause.GROUP_BY).bind(node);
        return key(expr, () -> new ResultNames(context.statement(), context.scope()).of(node));
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
