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
import java.util.BitSet;
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

    /// A grouping expression, its place among all, and the name of its column, if nobody gives it another.
    ///
    /// @param shown what stands for the values that COLLATE makes equal: the first of them
    record Key(Expr expr, int place, String name, Optional<Expr> shown) {}

    /// All distinct keys in the order written, and the sets of them that are grouped by, as the places of their
    /// keys; as a rule one of all keys. `given`: there is something to group by, be it `()`.
    record Sets(List<Key> keys, List<BitSet> sets, boolean given) {
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
        List<BitSet> sets = binder.product(groupBy);
        boolean given = !groupBy.isEmpty()
                && (!binder.keys.isEmpty() || groupBy.stream().noneMatch(Clauses.All.class::isInstance));
        return new Sets(List.copyOf(binder.keys.values()), sets, given);
    }

    /// The columns that some keys read.
    static Set<String> columns(List<Key> keys) {
        return ExprColumns.of(keys.stream().map(Key::expr).toList());
    }

    /// The sets of an element.
    private List<BitSet> sets(Grouping grouping) {
        return switch (grouping) {
            case Clauses.All _ -> List.of(all());
            case Clauses.Everything _ -> List.of(new BitSet());
            case Clauses.Rollup rollup -> rollup(rollup.keys());
            case Clauses.Cube cube -> cube(cube);
            case Clauses.Sets sets ->
                sets.sets().stream().flatMap(set -> sets(set).stream()).toList();
            case Clauses.Key key -> List.of(keysOf(key.value()));
        };
    }

    /// Every choice of one set of each element.
    private List<BitSet> product(List<Grouping> elements) {
        List<BitSet> product = List.of(new BitSet());
        for (Grouping element : elements) {
            List<BitSet> sets = sets(element);
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

    private static BitSet both(BitSet some, BitSet others) {
        BitSet both = (BitSet) some.clone();
        both.or(others);
        return both;
    }

    /// All elements, all but the last, and so on down to none.
    private List<BitSet> rollup(List<Expression> elements) {
        List<BitSet> sets = new ArrayList<>();
        sets.add(new BitSet());
        for (Expression element : elements) {
            sets.add(both(sets.getLast(), keysOf(element)));
        }
        return sets.reversed();
    }

    /// Every choice of elements.
    private List<BitSet> cube(Clauses.Cube cube) {
        List<BitSet> sets = List.of(new BitSet());
        for (Expression element : cube.keys()) {
            BitSet own = keysOf(element);
            checkCount(2L * sets.size(), cube);
            sets = sets.stream().flatMap(set -> Stream.of(both(set, own), set)).toList();
        }
        return sets;
    }

    /// The keys of one element, which may be several in parentheses.
    private BitSet keysOf(Expression element) {
        return element instanceof Expression.Row row
                ? places(row.values().stream().map(this::key))
                : places(Stream.of(key(element)));
    }

    private BitSet all() {
        items.stream()
                .filter(item -> context.calls().holdsUnnest(item.expr()))
                .findFirst()
                .ifPresent(item -> {
                    throw context.origins()
                            .error(item.node(), "GROUP BY ALL takes no unnest; name the keys, " + item.name() + " too");
                });
        return places(items.stream()
                .filter(item -> isKey(item) && context.calls().readsColumn(item.expr()))
                .map(this::key));
    }

    private static BitSet places(Stream<Key> keys) {
        BitSet places = new BitSet();
        keys.forEach(key -> places.set(key.place()));
        return places;
    }

    private boolean isKey(SelectList.Item item) {
        return !context.calls().holdsAggregate(item.expr()) && !context.calls().holdsWindow(item.expr());
    }

    private Key key(SelectList.Item item) {
        return key(item.expr(), item::name);
    }

    /// The key of an expression, a new one if there is none yet.
    private Key key(Expr expr, Supplier<String> name) {
        Expr compared = context.key(expr);
        Optional<Expr> shown = compared.equals(expr) ? Optional.empty() : Optional.of(expr);
        return keys.computeIfAbsent(compared, _ -> new Key(compared, keys.size(), name.get(), shown));
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
