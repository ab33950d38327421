package dev.sheaf.sql.bind;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Binds one SELECT with its ORDER BY and LIMIT. Clauses are bound in the order in which names come into being,
/// then the plan is built from the bottom up:
///
/// ```
/// Limit  <- Sort <- Distinct <- Project <- Filter    <- Window <- Filter   <- Aggregate  <- Filter <- ...
/// LIMIT     ORDER BY DISTINCT   SELECT     QUALIFY      OVER      HAVING      GROUP BY      WHERE     FROM
/// ```
/// Steps that are not needed are left out. A Sort by what is no result column stands below the Project.
final class SelectBinder {
    private final QueryBinder queries;
    private final Relations relations;
    private final Origins origins;

    SelectBinder(QueryBinder queries, Relations relations) {
        this.queries = queries;
        this.relations = relations;
        this.origins = queries.origins();
    }

    /// The bound clauses: expressions over the columns of FROM, and over the aggregates and windows of the context.
    private record Clauses(
            SelectContext context,
            List<SelectList.Item> items,
            List<OrderKeys.Key> distinctOn,
            Optional<Condition> where,
            GroupKeys.Sets groupBy,
            Optional<Condition> having,
            Optional<Condition> qualify,
            List<OrderKeys.Key> orderBy) {

        boolean isGrouped() {
            return groupBy.given()
                    || having.isPresent()
                    || !context.calls().aggregates().isEmpty()
                    || !context.calls().groupings().isEmpty();
        }

        /// The names that the SELECT list gives, by expression; the first of equal expressions counts.
        Map<Expr, String> names() {
            Map<Expr, String> names = new HashMap<>();
            items.forEach(item -> names.putIfAbsent(item.expr(), item.name()));
            return names;
        }
    }

    private record Condition(Expr expr, Node node) {}

    LogicalPlan bind(Query.Select select, QueryBinder.Tail tail) {
        select.sample().ifPresent(sample -> {
            throw origins.error(sample, "USING SAMPLE is not supported");
        });
        FromBinder.From from = new FromBinder(queries, relations).bind(select.from());
        Clauses clauses = clauses(select, from.scope(), tail);
        LogicalPlan filtered = filter(from.plan(), clauses.where(), Rewrite.NONE);
        if (!clauses.isGrouped()) {
            return output(select, clauses, filtered, Rewrite.NONE, tail);
        }
        Map<Expr, String> names = clauses.names();
        Grouping grouping = new Grouping(clauses.context(), clauses.groupBy(), groupedNames(clauses, names), select);
        LogicalPlan grouped = grouping.over(filtered);
        return output(select, clauses, filter(grouped, clauses.having(), grouping::rewrite), grouping::rewrite, tail);
    }

    /// An expression over FROM as one over a plan above it; the node is for errors.
    @FunctionalInterface
    private interface Rewrite {
        Rewrite NONE = (expr, _) -> expr;

        Expr apply(Expr expr, Node node);
    }

    /// Of the names of the list those of keys and aggregates.
    private static Map<Expr, String> groupedNames(Clauses clauses, Map<Expr, String> names) {
        Map<Expr, String> grouped = new HashMap<>();
        clauses.groupBy().keys().forEach(key -> take(key.expr(), names, grouped));
        clauses.context().calls().aggregates().keySet().forEach(name -> take(Expressions.col(name), names, grouped));
        return grouped;
    }

    private static void take(Expr expr, Map<Expr, String> names, Map<Expr, String> grouped) {
        String name = names.get(expr);
        if (name != null) {
            grouped.put(expr, name);
        }
    }

    private Clauses clauses(Query.Select select, Scope scope, QueryBinder.Tail tail) {
        SelectContext context = new SelectContext(
                origins, queries.parameters(), scope, new Aliases(), new Calls(scope.schema()), select.windows());
        WindowSpec.check(context);
        List<SelectList.Item> items = SelectList.bind(select.items(), context);
        Optional<Condition> where = condition(select.where(), new ExpressionBinder(context, Clause.WHERE));
        GroupKeys.Sets keys = GroupKeys.bind(select.groupBy(), context, items);
        return new Clauses(
                context,
                items,
                distinctOn(select, context, items),
                where,
                keys,
                condition(select.having(), ExpressionBinder.having(context, GroupKeys.columns(keys.keys()))),
                condition(select.qualify(), new ExpressionBinder(context, Clause.QUALIFY)),
                OrderKeys.bind(tail.orderBy(), context, items));
    }

    /// The keys of DISTINCT ON, which may be positions and aliases as those of ORDER BY.
    private static List<OrderKeys.Key> distinctOn(
            Query.Select select, SelectContext context, List<SelectList.Item> items) {
        List<OrderItem> keys = select.distinct().on().stream()
                .map(key -> new OrderItem(Optional.of(key), false, Optional.empty(), key.at()))
                .toList();
        return OrderKeys.bind(keys, context, items);
    }

    /// A condition; one with COLUMNS has to hold for each column.
    private Optional<Condition> condition(Optional<Expression> node, ExpressionBinder binder) {
        return node.map(given -> {
            ColumnChoice choice = new ColumnChoice();
            Expr condition = binder.with(choice).bind(given);
            while (choice.next()) {
                condition = origins.note(condition.and(binder.with(choice).bind(given)), given);
            }
            // A bool is taken as it is; anything else is refused by the same rule as under NOT.
            binder.type(condition.not(), given);
            return new Condition(condition, given);
        });
    }

    private static LogicalPlan filter(LogicalPlan plan, Optional<Condition> condition, Rewrite rewrite) {
        return condition
                .<LogicalPlan>map(given -> new LogicalPlan.Filter(plan, rewrite.apply(given.expr(), given.node())))
                .orElse(plan);
    }

    /// Everything above WHERE and GROUP BY; `below` makes expressions fit `input`.
    private LogicalPlan output(
            Query.Select select, Clauses clauses, LogicalPlan input, Rewrite below, QueryBinder.Tail tail) {
        Windowing windowing =
                new Windowing(clauses.context().calls(), input, expr -> below.apply(expr, select), clauses.names());
        Rewrite rewrite = (expr, node) -> windowing.rewrite(below.apply(expr, node));
        LogicalPlan chosen = filter(windowing.plan(), clauses.qualify(), rewrite);
        List<Expr> columns = clauses.items().stream()
                .map(item -> named(rewrite.apply(item.expr(), item.node()), item.name()))
                .toList();
        boolean byResult =
                clauses.orderBy().stream().allMatch(key -> key.result().isPresent());
        LogicalPlan first = firstOfEach(chosen, clauses, rewrite);
        if (byResult && clauses.distinctOn().isEmpty()) {
            LogicalPlan result = distinct(select, unnest(project(first, columns), clauses));
            return tail.limit(
                    sort(result, clauses, key -> Expressions.col(key.result().orElseThrow())));
        }
        refuseHiddenOrder(select, clauses);
        LogicalPlan sorted = sort(first, clauses, key -> rewrite.apply(key.expr(), key.node()));
        return project(tail.limit(sorted), columns);
    }

    /// DISTINCT ON: of the rows with equal keys the first in the order of ORDER BY.
    private static LogicalPlan firstOfEach(LogicalPlan plan, Clauses clauses, Rewrite rewrite) {
        if (clauses.distinctOn().isEmpty()) {
            return plan;
        }
        return Windowing.firstRows(
                plan,
                clauses.distinctOn().stream()
                        .map(key -> rewrite.apply(key.expr(), key.node()))
                        .toList(),
                clauses.orderBy().stream()
                        .map(key -> key.sortKey(rewrite.apply(key.expr(), key.node())))
                        .toList());
    }

    private static Expr named(Expr expr, String name) {
        return expr.outputName().equals(name) ? expr : expr.as(name);
    }

    /// The columns over a plan; the plan itself if it has just these.
    static LogicalPlan project(LogicalPlan input, List<Expr> columns) {
        List<String> names = input.schema().names();
        boolean isInput = !columns.isEmpty()
                && names.size() == columns.size()
                && IntStream.range(0, names.size())
                        .allMatch(i ->
                                columns.get(i) instanceof Expr.ColumnRef(String name) && name.equals(names.get(i)));
        return isInput ? input : new LogicalPlan.Project(input, columns);
    }

    private static LogicalPlan sort(
            LogicalPlan input, Clauses clauses, java.util.function.Function<OrderKeys.Key, Expr> by) {
        return clauses.orderBy().isEmpty()
                ? input
                : new LogicalPlan.Sort(
                        input,
                        clauses.orderBy().stream()
                                .map(key -> key.sortKey(by.apply(key)))
                                .toList());
    }

    private static LogicalPlan distinct(Query.Select select, LogicalPlan plan) {
        return select.distinct().distinct() ? new LogicalPlan.Distinct(plan) : plan;
    }

    private void refuseHiddenOrder(Query.Select select, Clauses clauses) {
        Optional<SelectList.Item> unnested =
                clauses.items().stream().filter(SelectList.Item::isUnnested).findFirst();
        boolean isOn = !clauses.distinctOn().isEmpty();
        if (isOn && unnested.isPresent()) {
            throw origins.error(unnested.get().node(), "DISTINCT ON takes no unnest; use a sub-query");
        }
        if ((select.distinct().distinct() && !isOn) || unnested.isPresent()) {
            OrderKeys.Key hidden = clauses.orderBy().stream()
                    .filter(key -> key.result().isEmpty())
                    .findFirst()
                    .orElseThrow();
            throw origins.error(
                    hidden.node(),
                    "after " + (unnested.isPresent() ? "unnest" : "SELECT DISTINCT")
                            + ", ORDER BY takes result columns only");
        }
    }

    /// The lists that max(x, n), min(x, n) and list(x) make, an element a row. They have an element or are null.
    private LogicalPlan unnest(LogicalPlan plan, Clauses clauses) {
        LogicalPlan result = plan;
        int count = 0;
        for (SelectList.Item item : clauses.items()) {
            if (item.isUnnested()) {
                boolean ofTopK = isOfTopK(item, clauses);
                if (count++ > 0) {
                    throw origins.error(item.node(), "a SELECT takes one unnest only");
                }
                result = new LogicalPlan.Unnest(result, item.name());
                if (ofTopK) {
                    result = new LogicalPlan.Filter(
                            result, Expressions.col(item.name()).isNotNull());
                }
            }
        }
        return result;
    }

    private boolean isOfTopK(SelectList.Item item, Clauses clauses) {
        if (item.expr() instanceof Expr.ColumnRef(String name)
                && clauses.context().calls().aggregates().get(name) instanceof Expr.Aggregate aggregate) {
            if (aggregate.aggregation() instanceof Aggregation.TopK) {
                return true;
            }
            if (aggregate.aggregation() instanceof Aggregation.CollectList
                    && aggregate.filter().isEmpty()
                    && !clauses.groupBy().keys().isEmpty()
                    && clauses.groupBy().isPlain()) {
                return false;
            }
        }
        throw origins.error(item.node(), "unnest takes max(x, n), min(x, n) or, in a query with GROUP BY, list(x)");
    }
}
