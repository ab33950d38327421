package dev.sheaf.sql.bind;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.plan.exec.NamedQuery;
import dev.sheaf.sql.bind.BoundSelect.Clauses;
import dev.sheaf.sql.bind.from.Columns;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.UnionRows;
import dev.sheaf.sql.tree.Node;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The grouping of one SELECT: its Aggregate, and what expressions become that stand above it. Several grouping
/// sets are as many Aggregates, one after the other, in which keys that a set leaves out are null.
///
/// Columns of the Aggregate are called as the SELECT list calls them where it can be, so that most queries need
/// no Project above.
final class Grouping {
    private final SelectContext context;
    private final GroupKeys.Sets sets;
    private final Set<String> unnestedAbove;
    private final List<Expr> keys = new ArrayList<>();
    private final List<Expr> carried;
    private final List<Expr> aggregates = new ArrayList<>();
    private final Map<Expr, Expr> columns = new HashMap<>();
    private final Map<Expr, Expr> rewritten = new IdentityHashMap<>();

    /// What GROUPING asks in sets that differ: the name of the column, and the places of the keys.
    private final Map<String, List<Integer>> masks = new HashMap<>();

    /// The places of keys by the columns that show the first of the values that COLLATE makes equal.
    private final Map<String, Integer> shownKeys = new HashMap<>();

    /// `preferred` holds the names that the SELECT list gives to expressions, `carried` columns by which every set is
    /// grouped, too.
    Grouping(Clauses clauses, List<String> carried, Map<Expr, String> preferred, Node select) {
        this.context = clauses.context();
        this.sets = clauses.groupBy();
        this.unnestedAbove = clauses.unnestedAbove().keySet();
        clauses.randomGroups().keySet().forEach(name -> columns.put(Expressions.col(name), Expressions.col(name)));
        this.carried = carried.stream().<Expr>map(Expressions::col).toList();
        UniqueNames names = new UniqueNames(carried);
        clauses.randomGroups().keySet().forEach(names::unique);
        preferred.values().forEach(names::unique);
        for (GroupKeys.Key key : sets.keys()) {
            keys.add(named(key.expr(), key.expr(), key.name(), preferred, names));
            key.shown()
                    .filter(shown -> !columns.containsKey(shown) && !isKey(shown))
                    .ifPresent(shown -> addShown(key, shown, preferred, names));
        }
        context.calls().aggregates().forEach((name, aggregate) -> {
            Expr column = Expressions.col(name);
            aggregates.add(named(column, aggregate, name, preferred, names));
        });
        context.calls().groupings().forEach((name, asked) -> {
            List<Integer> places = places(asked, select);
            if (sets.isPlain()) {
                columns.put(Expressions.col(name), Expressions.lit(0L));
            } else {
                String own = names.unique(name);
                columns.put(Expressions.col(name), Expressions.col(own));
                masks.put(own, places);
            }
        });
        boolean holdsNothing =
                carried.isEmpty() && sets.sets().stream().anyMatch(BitSet::isEmpty) && aggregates.isEmpty();
        if (holdsNothing) {
            aggregates.add(Expressions.count().as(names.unique("count(*)")));
        }
    }

    /// Whether groups have one value of an expression, since it is a key of its own, too.
    private boolean isKey(Expr expr) {
        return sets.keys().stream().anyMatch(key -> key.expr().equals(expr));
    }

    private void addShown(GroupKeys.Key key, Expr shown, Map<Expr, String> preferred, UniqueNames names) {
        Expr first = named(shown, Expressions.first(shown), key.name(), preferred, names);
        aggregates.add(first);
        shownKeys.put(first.outputName(), key.place());
    }

    private List<Integer> places(List<Expr> asked, Node select) {
        Map<Expr, Integer> places = new HashMap<>();
        sets.keys().forEach(key -> places.put(key.shown().orElse(key.expr()), key.place()));
        for (Expr expr : asked) {
            if (!places.containsKey(expr)) {
                throw context.origins()
                        .error(
                                context.origins().at(expr, select.at()),
                                "GROUPING takes keys of GROUP BY, and " + expr.outputName() + " is none");
            }
        }
        return asked.stream().map(places::get).toList();
    }

    private Expr named(Expr seen, Expr computed, String name, Map<Expr, String> preferred, UniqueNames names) {
        String own = preferred.containsKey(seen) ? preferred.get(seen) : names.unique(name);
        columns.put(seen, Expressions.col(own));
        return computed.isNamed(own) ? computed : computed.as(own);
    }

    LogicalPlan over(LogicalPlan source) {
        LogicalPlan placed = placed(source);
        LogicalPlan input = context.calls().rowOrder().isEmpty()
                ? placed
                : new LogicalPlan.Sort(placed, context.calls().rowOrder());
        if (sets.isPlain()) {
            return groups(input, keys);
        }
        LogicalPlan rows = NamedQuery.scan("the rows of GROUP BY", input, Optional.empty());
        Typing typing = Typing.over(input.schema());
        List<Expr> missing = keys.stream()
                .<Expr>map(key ->
                        Expressions.lit(null).cast(typing.typeOf(key).decoded()).as(key.outputName()))
                .toList();
        UnionRows groups = UnionRows.of(
                sets.sets().stream().map(set -> over(rows, set, missing)).toList());
        return new LogicalPlan.Scan(groups, groups.schema().names(), Optional.empty());
    }

    /// Rows with their places in the orders that aggregates ask for besides the first one.
    private LogicalPlan placed(LogicalPlan rows) {
        List<WindowCall> calls = new ArrayList<>();
        context.calls()
                .places()
                .forEach((name, keys) ->
                        calls.add(new WindowCall(name, new WindowFunction.RowNumber(), List.of(), keys)));
        return calls.isEmpty() ? rows : new LogicalPlan.Window(rows, calls);
    }

    /// The groups of one set, in the columns of all; of `missing` keys those that the set leaves out.
    private LogicalPlan over(LogicalPlan input, BitSet set, List<Expr> missing) {
        List<Expr> used = new ArrayList<>();
        List<Expr> columns = new ArrayList<>(carried);
        for (int i = 0; i < keys.size(); i++) {
            if (set.get(i)) {
                used.add(keys.get(i));
                columns.add(Expressions.col(keys.get(i).outputName()));
            } else {
                columns.add(missing.get(i));
            }
        }
        for (Expr aggregate : aggregates) {
            String name = aggregate.outputName();
            boolean isLeftOut = shownKeys.containsKey(name) && !set.get(shownKeys.getOrDefault(name, 0));
            columns.add(isLeftOut ? missing.get(shownKeys.getOrDefault(name, 0)).as(name) : Expressions.col(name));
        }
        masks.forEach(
                (name, asked) -> columns.add(Expressions.lit(mask(asked, set)).as(name)));
        return Columns.over(groups(input, used), columns);
    }

    private LogicalPlan groups(LogicalPlan input, List<Expr> used) {
        List<Expr> all = new ArrayList<>(carried);
        all.addAll(used);
        return all.isEmpty()
                ? ConstantSummands.aggregate(input, aggregates)
                : new LogicalPlan.Aggregate(input, all, aggregates, GroupByOptions.DEFAULT);
    }

    /// The columns of aggregates that are not null but 0 where there is no row.
    Set<String> counts() {
        Set<String> counts = new HashSet<>();
        for (Expr aggregate : aggregates) {
            if (aggregate.unaliased() instanceof Expr.Aggregate call && isCount(call.aggregation())) {
                counts.add(aggregate.outputName());
            }
        }
        return counts;
    }

    private static boolean isCount(Aggregation aggregation) {
        return aggregation instanceof Aggregation.CountAll
                || aggregation instanceof Aggregation.CountValid
                || aggregation instanceof Aggregation.NUnique
                || aggregation instanceof Aggregation.ApproxNUnique;
    }

    /// A bit for each key asked for, the last one lowest: set if the grouping set leaves the key out.
    private static long mask(List<Integer> asked, BitSet set) {
        long mask = 0;
        for (int place : asked) {
            mask = (mask << 1) | (set.get(place) ? 0 : 1);
        }
        return mask;
    }

    /// An expression over the source as one over the result of the Aggregate.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if it reads a column that is neither grouped by nor aggregated
    Expr rewrite(Expr expr, Node node) {
        return ExprWalker.replace(expr, part -> replacement(part, node), rewritten);
    }

    private Optional<Expr> replacement(Expr part, Node node) {
        if (columns.containsKey(part)) {
            return Optional.of(columns.get(part));
        }
        if (part instanceof Expr.ColumnRef(String name)
                && !context.calls().windows().containsKey(name)
                && !context.calls().questions().containsKey(name)
                && !unnestedAbove.contains(name)
                && !context.outers().references().containsKey(name)) {
            String shown = context.scope().shown(name);
            throw context.origins()
                    .error(
                            context.origins().at(part, node.at()),
                            "column \"" + shown
                                    + "\" must be grouped by or stand in an aggregate; add it to GROUP BY, or write "
                                    + "any_value(" + shown + ") if it does not matter from which row it comes");
        }
        return Optional.empty();
    }
}
