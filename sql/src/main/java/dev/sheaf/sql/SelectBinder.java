package dev.sheaf.sql;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.jspecify.annotations.Nullable;

/// Binds one SELECT with its ORDER BY and LIMIT. Clauses are bound in the order in which names come into being,
/// then the plan is built from the bottom up:
///
/// ```
/// Limit  <- Sort <- Distinct <- Project <- Filter    <- Window <- Filter   <- Aggregate  <- Filter <- ...
/// LIMIT     ORDER BY DISTINCT   SELECT     QUALIFY      OVER      HAVING      GROUP BY      WHERE     FROM
/// ```
/// Steps that are not needed are left out. A Sort by what is no result column stands below the Project.
final class SelectBinder {
    private final Statement statement;
    private final Relations relations;
    private final QueryBinder queries;

    SelectBinder(Statement statement, Relations relations, QueryBinder queries) {
        this.statement = statement;
        this.relations = relations;
        this.queries = queries;
    }

    /// The bound clauses: expressions over the columns of FROM, and over the aggregates and windows of the context.
    private record Clauses(
            SelectContext context,
            List<SelectList.Item> items,
            Optional<Condition> where,
            GroupKeys.Sets groupBy,
            Optional<Condition> having,
            Optional<Condition> qualify,
            List<OrderKeys.Key> orderBy) {

        boolean isGrouped() {
            return groupBy.given()
                    || having.isPresent()
                    || !context.calls().aggregates().isEmpty();
        }

        /// The names that the SELECT list gives, by expression; the first of equal expressions counts.
        Map<Expr, String> names() {
            Map<Expr, String> names = new HashMap<>();
            items.forEach(item -> names.putIfAbsent(item.expr(), item.name()));
            return names;
        }
    }

    private record Condition(Expr expr, SqlNode node) {}

    LogicalPlan bind(SqlSelect select, QueryBinder.Tail tail) {
        FromBinder.From from = new FromBinder(statement, relations, queries).bind(select.getFrom());
        Clauses clauses = clauses(select, from.scope(), tail);
        LogicalPlan filtered = filter(from.plan(), clauses.where(), Rewrite.NONE);
        if (!clauses.isGrouped()) {
            return output(select, clauses, filtered, Rewrite.NONE, tail);
        }
        Map<Expr, String> names = clauses.names();
        Grouping grouping = new Grouping(clauses.context(), clauses.groupBy(), groupedNames(clauses, names));
        LogicalPlan grouped = grouping.over(filtered);
        return output(select, clauses, filter(grouped, clauses.having(), grouping::rewrite), grouping::rewrite, tail);
    }

    /// An expression over FROM as one over a plan above it; the node is for errors.
    @FunctionalInterface
    private interface Rewrite {
        Rewrite NONE = (expr, _) -> expr;

        Expr apply(Expr expr, SqlNode node);
    }

    /// Of the names of the list those of keys and aggregates.
    private static Map<Expr, String> groupedNames(Clauses clauses, Map<Expr, String> names) {
        Map<Expr, String> grouped = new HashMap<>(names);
        grouped.keySet().removeIf(expr -> {
            boolean isAggregate = expr instanceof Expr.ColumnRef(String name)
                    && clauses.context().calls().aggregates().containsKey(name);
            return !isAggregate
                    && clauses.groupBy().keys().stream()
                            .noneMatch(key -> key.expr().equals(expr));
        });
        return grouped;
    }

    private Clauses clauses(SqlSelect select, Scope scope, QueryBinder.Tail tail) {
        List<SqlWindow> windows = new ArrayList<>();
        select.getWindowList().forEach(window -> windows.add((SqlWindow) window));
        SelectContext context = new SelectContext(statement, scope, new Aliases(), new Calls(scope.schema()), windows);
        List<SelectList.Item> items = SelectList.bind(select.getSelectList(), context);
        Optional<Condition> where = condition(select.getWhere(), new ExpressionBinder(context, Clause.WHERE), context);
        GroupKeys.Sets keys = GroupKeys.bind(select.getGroup(), context, items);
        return new Clauses(
                context,
                items,
                where,
                keys,
                condition(
                        select.getHaving(), ExpressionBinder.having(context, GroupKeys.columns(keys.keys())), context),
                condition(select.getQualify(), new ExpressionBinder(context, Clause.QUALIFY), context),
                OrderKeys.bind(tail.orderBy(), context, items));
    }

    private Optional<Condition> condition(@Nullable SqlNode node, ExpressionBinder binder, SelectContext context) {
        if (node == null) {
            return Optional.empty();
        }
        Expr condition = binder.bind(node);
        // A bool is taken as it is; anything else is refused by the same rule as under NOT.
        statement.type(condition.not(), context.calls().schema(), node);
        return Optional.of(new Condition(condition, node));
    }

    private static LogicalPlan filter(LogicalPlan plan, Optional<Condition> condition, Rewrite rewrite) {
        return condition
                .<LogicalPlan>map(given -> new LogicalPlan.Filter(plan, rewrite.apply(given.expr(), given.node())))
                .orElse(plan);
    }

    /// Everything above WHERE and GROUP BY; `below` makes expressions fit `input`.
    private LogicalPlan output(
            SqlSelect select, Clauses clauses, LogicalPlan input, Rewrite below, QueryBinder.Tail tail) {
        SqlNode list = select.getSelectList();
        Windowing windowing =
                new Windowing(clauses.context().calls(), input, expr -> below.apply(expr, list), clauses.names());
        Rewrite rewrite = (expr, node) -> windowing.rewrite(below.apply(expr, node));
        LogicalPlan chosen = filter(windowing.plan(), clauses.qualify(), rewrite);
        List<Expr> columns = clauses.items().stream()
                .map(item -> named(rewrite.apply(item.expr(), item.node()), item.name()))
                .toList();
        boolean byResult =
                clauses.orderBy().stream().allMatch(key -> key.result().isPresent());
        if (byResult) {
            LogicalPlan result = distinct(select, unnest(project(chosen, columns), clauses));
            return tail.limit(
                    sort(result, clauses, key -> Expressions.col(key.result().orElseThrow())));
        }
        refuseHiddenOrder(select, clauses);
        LogicalPlan sorted = sort(chosen, clauses, key -> rewrite.apply(key.expr(), key.node()));
        return project(tail.limit(sorted), columns);
    }

    private static Expr named(Expr expr, String name) {
        return expr.outputName().equals(name) ? expr : expr.as(name);
    }

    /// The columns over a plan; the plan itself if it has just these.
    static LogicalPlan project(LogicalPlan input, List<Expr> columns) {
        boolean isInput = columns.equals(
                input.schema().names().stream().map(Expressions::col).toList());
        return isInput && !columns.isEmpty() ? input : new LogicalPlan.Project(input, columns);
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

    private static LogicalPlan distinct(SqlSelect select, LogicalPlan plan) {
        return select.isDistinct() ? new LogicalPlan.Distinct(plan) : plan;
    }

    private void refuseHiddenOrder(SqlSelect select, Clauses clauses) {
        boolean unnested = clauses.items().stream().anyMatch(SelectList.Item::isUnnested);
        if (select.isDistinct() || unnested) {
            OrderKeys.Key hidden = clauses.orderBy().stream()
                    .filter(key -> key.result().isEmpty())
                    .findFirst()
                    .orElseThrow();
            throw statement.error(
                    hidden.node(),
                    "after " + (unnested ? "unnest" : "SELECT DISTINCT") + ", ORDER BY takes result columns only");
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
                    throw statement.error(item.node(), "a SELECT takes one unnest only");
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
        throw statement.error(item.node(), "unnest takes max(x, n), min(x, n) or, in a query with GROUP BY, list(x)");
    }
}
