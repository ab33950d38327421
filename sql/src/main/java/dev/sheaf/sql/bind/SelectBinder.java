package dev.sheaf.sql.bind;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.expression.WindowSpec;
import dev.sheaf.sql.bind.scope.Aliases;
import dev.sheaf.sql.bind.scope.Calls;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Outers;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.rows.Unnesting;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
    record Clauses(
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

        Questions questions() {
            return new Questions(context.calls());
        }

        /// The expressions that are computed before rows are grouped.
        List<Expr> below() {
            if (!isGrouped()) {
                return List.of();
            }
            List<Expr> below = new ArrayList<>(context.calls().aggregates().values());
            groupBy.keys().forEach(key -> below.add(key.expr()));
            return below;
        }

        /// The expressions that are computed of the rows or groups that are left.
        List<Expr> above() {
            List<Expr> above = new ArrayList<>();
            items.forEach(item -> above.add(item.expr()));
            distinctOn.forEach(key -> above.add(key.expr()));
            qualify.ifPresent(condition -> above.add(condition.expr()));
            orderBy.forEach(key -> above.add(key.expr()));
            context.calls().windows().values().forEach(window -> above.addAll(window.reads()));
            return above;
        }

        /// The names that the SELECT list gives, by expression; the first of equal expressions counts.
        Map<Expr, String> names() {
            Map<Expr, String> names = new HashMap<>();
            items.forEach(item -> names.putIfAbsent(item.expr(), item.name()));
            return names;
        }
    }

    record Condition(Expr expr, Node node) {}

    /// A SELECT whose names are found, before there is a plan.
    record Bound(Query.Select select, QueryBinder.Tail tail, FromBinder.From from, Clauses clauses) {

        /// The conditions on the rows of FROM.
        List<Expr> conditions() {
            List<Expr> conditions = new ArrayList<>(from.conditions());
            clauses.where().ifPresent(where -> conditions.add(where.expr()));
            return conditions;
        }
    }

    LogicalPlan bind(Query.Select select, QueryBinder.Tail tail) {
        Bound bound = bound(select, tail, Outers.outOfReach(relations.around()));
        return plan(bound, source(bound.clauses(), bound.from().plan(), bound.conditions()), List.of());
    }

    /// A SELECT in an expression of another.
    SelectContext.Inner bindInner(Query.Select select, QueryBinder.Tail tail, SelectContext around) {
        return new InnerSelect(this, bound(select, tail, Outers.of(around))).bind();
    }

    private Bound bound(Query.Select select, QueryBinder.Tail tail, Outers outers) {
        select.sample().ifPresent(sample -> {
            throw origins.error(sample, "USING SAMPLE is not supported");
        });
        FromBinder.From from = new FromBinder(queries, relations, outers).bind(select.from());
        return new Bound(select, tail, from, clauses(select, from.scope(), tail, outers));
    }

    /// The rows of FROM for which all conditions hold, with the answers that they and the grouping need.
    static LogicalPlan source(Clauses clauses, LogicalPlan from, List<Expr> conditions) {
        List<Expr> plain = new ArrayList<>();
        List<Expr> asking = new ArrayList<>();
        for (Expr condition : conditions) {
            if (!clauses.context().calls().holdsQuestion(condition)) {
                plain.add(condition);
            } else {
                Conjuncts.split(condition)
                        .forEach(part -> (clauses.context().calls().holdsQuestion(part) ? asking : plain).add(part));
            }
        }
        Questions questions = clauses.questions();
        LogicalPlan joined = JoinOrder.of(from, plain);
        LogicalPlan kept = Conjuncts.join(asking)
                .map(condition -> questions.kept(joined, condition, UnaryOperator.identity()))
                .orElse(joined);
        return questions.answered(kept, clauses.below(), UnaryOperator.identity());
    }

    /// What stands above the rows of FROM. `carried` columns of these are in the result, too, and everything is done
    /// for each combination of their values by itself.
    LogicalPlan plan(Bound bound, LogicalPlan source, List<String> carried) {
        Clauses clauses = bound.clauses();
        if (!clauses.isGrouped()) {
            return output(bound, source, Rewrite.NONE, carried);
        }
        Grouping grouping = grouping(bound, carried);
        LogicalPlan grouped = grouping.over(source);
        return output(bound, filter(clauses, grouped, clauses.having(), grouping::rewrite), grouping::rewrite, carried);
    }

    static Grouping grouping(Bound bound, List<String> carried) {
        Clauses clauses = bound.clauses();
        Map<Expr, String> names = groupedNames(clauses, clauses.names());
        return new Grouping(clauses.context(), clauses.groupBy(), carried, names, bound.select());
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

    private Clauses clauses(Query.Select select, Scope scope, QueryBinder.Tail tail, Outers outers) {
        SelectContext context = new SelectContext(
                origins,
                queries.parameters(),
                scope,
                new Aliases(),
                new Calls(scope.schema(), outers.fields()),
                select.windows(),
                outers,
                Optional.of((query, around) -> queries.bindInner(query, relations, around)));
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

    private static LogicalPlan filter(
            Clauses clauses, LogicalPlan plan, Optional<Condition> condition, Rewrite rewrite) {
        if (condition.isEmpty()) {
            return plan;
        }
        Condition given = condition.get();
        return clauses.context().calls().holdsQuestion(given.expr())
                ? clauses.questions().kept(plan, given.expr(), expr -> rewrite.apply(expr, given.node()))
                : new LogicalPlan.Filter(plan, rewrite.apply(given.expr(), given.node()));
    }

    /// Everything above WHERE and GROUP BY; `below` makes expressions fit `input`.
    private LogicalPlan output(Bound bound, LogicalPlan input, Rewrite below, List<String> carried) {
        Query.Select select = bound.select();
        Clauses clauses = bound.clauses();
        UnaryOperator<Expr> own = expr -> below.apply(expr, select);
        LogicalPlan answered = clauses.context().calls().questions().isEmpty()
                ? input
                : clauses.questions()
                        .answered(input, clauses.above().stream().map(own).toList(), own);
        Windowing windowing = new Windowing(clauses.context().calls(), answered, own, clauses.names(), carried);
        Rewrite rewrite = (expr, node) -> windowing.rewrite(below.apply(expr, node));
        LogicalPlan chosen = filter(clauses, windowing.plan(), clauses.qualify(), rewrite);
        List<Expr> columns = new ArrayList<>(clauses.items().stream()
                .map(item -> named(rewrite.apply(item.expr(), item.node()), item.name()))
                .toList());
        carried.forEach(name -> columns.add(Expressions.col(name)));
        boolean byResult =
                clauses.orderBy().stream().allMatch(key -> key.result().isPresent());
        LogicalPlan first = firstOfEach(chosen, clauses, rewrite, carried);
        if (byResult && clauses.distinctOn().isEmpty()) {
            LogicalPlan result = distinct(select, unnest(project(first, columns), clauses));
            List<SortKey> keys =
                    sortKeys(clauses, key -> Expressions.col(key.result().orElseThrow()));
            return tail(bound, result, keys, carried);
        }
        refuseHiddenOrder(select, clauses);
        List<SortKey> keys = sortKeys(clauses, key -> rewrite.apply(key.expr(), key.node()));
        return project(tail(bound, first, keys, carried), columns);
    }

    /// ORDER BY and LIMIT, of rows of equal carried columns each.
    private static LogicalPlan tail(Bound bound, LogicalPlan rows, List<SortKey> keys, List<String> carried) {
        if (carried.isEmpty()) {
            return bound.tail().limit(keys.isEmpty() ? rows : new LogicalPlan.Sort(rows, keys));
        }
        return bound.tail().isLimited()
                ? Windowing.someRows(
                        rows,
                        columns(carried),
                        keys,
                        bound.tail().offset(),
                        bound.tail().count())
                : rows;
    }

    private static List<Expr> columns(List<String> names) {
        return names.stream().<Expr>map(Expressions::col).toList();
    }

    /// DISTINCT ON: of the rows with equal keys the first in the order of ORDER BY.
    private static LogicalPlan firstOfEach(LogicalPlan plan, Clauses clauses, Rewrite rewrite, List<String> carried) {
        if (clauses.distinctOn().isEmpty()) {
            return plan;
        }
        List<Expr> keys = new ArrayList<>(columns(carried));
        clauses.distinctOn().forEach(key -> keys.add(rewrite.apply(key.expr(), key.node())));
        return Windowing.someRows(plan, keys, sortKeys(clauses, key -> rewrite.apply(key.expr(), key.node())), 0, 1);
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

    private static List<SortKey> sortKeys(Clauses clauses, Function<OrderKeys.Key, Expr> by) {
        return clauses.orderBy().stream().map(key -> key.sortKey(by.apply(key))).toList();
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

    /// An element a row of the lists to unnest, side by side where there are several; null and empty
    /// lists give no row.
    private LogicalPlan unnest(LogicalPlan plan, Clauses clauses) {
        List<String> lists = clauses.items().stream()
                .filter(SelectList.Item::isUnnested)
                .map(SelectList.Item::name)
                .toList();
        return switch (lists.size()) {
            case 0 -> plan;
            case 1 -> Unnesting.of(plan, lists.getFirst());
            default -> Unnesting.sideBySide(plan, lists);
        };
    }
}
