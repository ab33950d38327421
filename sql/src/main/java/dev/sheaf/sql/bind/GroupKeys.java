package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Clauses.Grouping;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Node;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Binds GROUP BY: expressions, columns, aliases and positions of the SELECT list, and ALL, which means every
/// item of the list that reads a column and holds no aggregate; GROUPING SETS, ROLLUP and CUBE of these.
///
/// Each element of the clause is a list of sets of keys: one set of one key, or those that ROLLUP makes. What is
/// grouped by is every choice of one set of each element.
final class GroupKeys {
    /// Each set is a group-by of its own.
    private static final int MOST_SETS = 256;

    private final SelectContext context;
    private final List<SelectList.Item> items;
    private final Map<Expr, Key> keys = new LinkedHashMap<>();

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

    static Sets bind(List<Grouping> groupBy, SelectContext context, List<SelectList.Item> items) {
        GroupKeys binder = new GroupKeys(context, items);
        List<List<Key>> sets = groupBy.isEmpty() ? List.of(List.of()) : binder.product(groupBy);
        boolean given = !groupBy.isEmpty()
                && (!binder.keys.isEmpty() || groupBy.stream().noneMatch(Clauses.All.class::isInstance));
        return new Sets(List.copyOf(binder.keys.values()), sets, given);
    }

    /// The columns that some keys read.
    static Set<String> columns(List<Key> keys) {
        Set<String> columns = new HashSet<>();
        keys.forEach(key -> columns.addAll(ExprColumns.of(key.expr())));
        return columns;
    }

    /// The sets of an element.
    private List<List<Key>> sets(Grouping grouping) {
        return switch (grouping) {
            case Clauses.All _ -> List.of(all());
            case Clauses.Everything _ -> List.of(List.of());
            case Clauses.Rollup rollup -> rollup(rollup.keys());
            case Clauses.Cube cube -> cube(cube);
            case Clauses.Sets sets ->
                sets.sets().stream().flatMap(set -> sets(set).stream()).toList();
            case Clauses.Key key -> List.of(keysOf(key.value()));
        };
    }

    /// Every choice of one set of each element.
    private List<List<Key>> product(List<Grouping> elements) {
        if (elements.stream().allMatch(Clauses.Key.class::isInstance)) {
            return List.of(elements.stream()
                    .flatMap(element -> sets(element).getFirst().stream())
                    .distinct()
                    .toList());
        }
        List<List<Key>> product = List.of(List.of());
        for (Grouping element : elements) {
            List<List<Key>> sets = sets(element);
            checkCount((long) product.size() * sets.size(), element);
            product = product.stream()
                    .flatMap(before -> sets.stream().map(set -> both(before, set)))
                    .toList();
        }
        return product;
    }

    private void checkCount(long sets, Node node) {
        if (sets > MOST_SETS) {
            throw context.origins()
                    .error(node, "these are " + sets + " grouping sets; a query takes at most " + MOST_SETS);
        }
    }

    private static List<Key> both(List<Key> some, List<Key> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().toList();
    }

    /// All elements, all but the last, and so on down to none.
    private List<List<Key>> rollup(List<Expression> elements) {
        List<List<Key>> sets = new ArrayList<>();
        sets.add(List.of());
        for (Expression element : elements) {
            sets.addFirst(both(sets.getFirst(), keysOf(element)));
        }
        return sets;
    }

    /// Every choice of elements.
    private List<List<Key>> cube(Clauses.Cube cube) {
        List<List<Key>> sets = List.of(List.of());
        for (Expression element : cube.keys()) {
            List<Key> own = keysOf(element);
            checkCount(2L * sets.size(), cube);
            sets = sets.stream().flatMap(set -> Stream.of(both(set, own), set)).toList();
        }
        return sets;
    }

    /// The keys of one element, which may be several in parentheses.
    private List<Key> keysOf(Expression element) {
        return element instanceof Expression.Row row
                ? row.values().stream().map(this::key).distinct().toList()
                : List.of(key(element));
    }

    private List<Key> all() {
        return items.stream()
                .filter(item -> isKey(item) && !ExprColumns.of(item.expr()).isEmpty())
                .map(this::key)
                .distinct()
                .toList();
    }

    private boolean isKey(SelectList.Item item) {
        return !context.calls().holdsAggregate(item.expr()) && !context.calls().holdsWindow(item.expr());
    }

    private Key key(SelectList.Item item) {
        return key(item.expr(), item::name);
    }

    /// The key of an expression, a new one if there is none yet.
    private Key key(Expr expr, Supplier<String> name) {
        return keys.computeIfAbsent(expr, _ -> new Key(expr, name.get()));
    }

    private Key key(Expression node) {
        Optional<BigInteger> position = Literals.wholeNumber(node);
        if (position.isPresent()) {
            SelectList.Item item = at(items, position.get(), node, "GROUP BY", context.origins());
            if (!isKey(item)) {
                throw context.origins()
                        .error(
                                node,
                                "GROUP BY " + position.get() + " means " + item.name()
                                        + ", which is no expression of single rows");
            }
            return key(item);
        }
        ExpressionBinder binder = new ExpressionBinder(context, Clause.GROUP_BY);
        return key(binder.bind(node), () -> binder.nameOf(node));
    }

    /// The item of the SELECT list at a position from 1.
    static SelectList.Item at(
            List<SelectList.Item> items, BigInteger position, Node node, String clause, Origins origins) {
        if (position.signum() <= 0 || position.compareTo(BigInteger.valueOf(items.size())) > 0) {
            throw origins.error(
                    node,
                    clause + " " + position + " is no position in SELECT, which has " + items.size() + " columns");
        }
        return items.get(position.intValue() - 1);
    }
}
