package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.BoundSelect.Clauses;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.join.JoinOrder;
import dev.sheaf.sql.join.Subquery;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Makes a SELECT in an expression of another, whose columns it may read, a plan that is run once and joined:
///
/// - If it is plain, the parts of WHERE that read outer columns become conditions of the join.
/// - Else its rows carry the outer columns through grouping, windows, DISTINCT and LIMIT, all of which is done for each
///   combination of their values by itself; the join is on these. Where WHERE says that each outer column equals an
///   expression, they are that expression; else FROM is joined with the distinct outer rows.
final class InnerSelect {
    private final BoundSelect bound;
    private final List<SortKey> order;
    private final int columns;
    private final Clauses clauses;
    private final SelectContext context;
    private final Map<String, Expr> outers;

    InnerSelect(BoundSelect given) {
        this.context = given.clauses().context();
        this.outers = context.outers().references();
        this.columns = given.clauses().items().size();
        this.order = outers.isEmpty() ? List.of() : given.order();
        this.bound = given.with(ordering(given));
        this.clauses = bound.clauses();
    }

    /// What orders the rows, as columns of the result.
    private List<SelectList.Item> ordering(BoundSelect given) {
        UniqueNames names = new UniqueNames(
                given.clauses().items().stream().map(SelectList.Item::name).toList());
        return order.stream()
                .map(key -> new SelectList.Item(given.select(), names.unique("order"), key.expr()))
                .toList();
    }

    SelectContext.Inner bind() {
        checkNames();
        List<Field> fields = clauses.items().subList(0, columns).stream()
                .map(item -> new Field(
                        item.name(),
                        context.origins().type(item.expr(), context.calls().typing(), item.node())))
                .toList();
        return new SelectContext.Inner(
                query(), fields, order.stream().map(SortKey::direction).toList(), clauses.collations());
    }

    /// A column of FROM could be called as those that stand for outer ones are.
    private void checkNames() {
        outers.keySet().stream()
                .filter(bound.from().plan().schema()::contains)
                .findFirst()
                .ifPresent(name -> {
                    throw context.origins()
                            .error(bound.select(), "a sub-query cannot have a column \"" + name + "\"; rename it");
                });
    }

    private Subquery query() {
        if (outers.isEmpty()) {
            return Subquery.of(SelectPlan.of(bound));
        }
        return isPlain() ? plain() : dependent();
    }

    private List<Expr> parts() {
        return bound.conditions().stream()
                .flatMap(condition -> Conjuncts.split(condition).stream())
                .toList();
    }

    private boolean isOuter(Expr expr) {
        return ExprColumns.of(expr).stream().anyMatch(outers::containsKey);
    }

    private boolean isPlain() {
        List<Expr> all = new ArrayList<>(parts());
        all.addAll(clauses.above());
        return !clauses.isGrouped()
                && context.calls().windows().isEmpty()
                && !bound.select().distinct().distinct()
                && clauses.distinctOn().isEmpty()
                && !bound.tail().isLimited()
                && context.calls().unnests().isEmpty()
                && clauses.questions().readers(all).stream().noneMatch(this::isOuter);
    }

    private Subquery plain() {
        List<Expr> own = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        parts().forEach(part -> (isOuter(part) ? conditions : own).add(part));
        List<Expr> values = clauses.items().stream().map(SelectList.Item::expr).toList();
        List<Expr> asking = new ArrayList<>(conditions);
        asking.addAll(values);
        LogicalPlan source = SelectPlan.source(clauses, bound.from().plan(), own);
        LogicalPlan answered = clauses.questions().answered(source, asking, UnaryOperator.identity());
        return new Subquery(
                answered,
                conditions,
                values,
                Optional.empty(),
                Map.copyOf(outers),
                context.outers().rows());
    }

    private Subquery dependent() {
        Map<String, Equal> equals = new HashMap<>();
        List<Expr> others = new ArrayList<>();
        for (Expr part : parts()) {
            if (!addEqual(part, equals)) {
                others.add(part);
            }
        }
        if (equals.keySet().equals(outers.keySet())) {
            return carried(
                    ordered(withEquals(equals, others)),
                    name -> Objects.requireNonNull(equals.get(name)).function());
        }
        LogicalPlan rows = context.outers().rows(outers.keySet());
        LogicalPlan both = new LogicalPlan.Join(rows, bound.from().plan(), JoinKind.INNER, List.of(), Optional.empty());
        LogicalPlan source = SelectPlan.source(clauses, both, bound.conditions());
        return carried(ordered(source), _ -> Function.IS_NOT_DISTINCT_FROM);
    }

    private LogicalPlan ordered(LogicalPlan source) {
        List<SortKey> keys = bound.from().order();
        return keys.isEmpty() ? source : new LogicalPlan.Sort(source, keys);
    }

    /// What an outer column equals, nulls among it or not.
    private record Equal(Expr own, Function function) {}

    /// Whether a part of WHERE says first of an outer column that it equals an expression of its type over FROM.
    private boolean addEqual(Expr part, Map<String, Equal> equals) {
        if (!(part instanceof Expr.Call(Function function, List<Expr> sides))
                || (function != Function.EQUAL && function != Function.IS_NOT_DISTINCT_FROM)) {
            return false;
        }
        for (int i = 0; i < sides.size(); i++) {
            Expr own = sides.get(1 - i);
            if (sides.get(i) instanceof Expr.ColumnRef(String name)
                    && outers.containsKey(name)
                    && !equals.containsKey(name)
                    && !isOuter(own)
                    && !context.calls().holdsQuestion(own)
                    && type(own).equals(type(sides.get(i)))) {
                equals.put(name, new Equal(own, function));
                return true;
            }
        }
        return false;
    }

    private DataType type(Expr expr) {
        return context.origins()
                .type(expr, context.calls().typing(), bound.select())
                .decoded();
    }

    /// The rows of FROM with what equals the outer columns in their place.
    private LogicalPlan withEquals(Map<String, Equal> equals, List<Expr> others) {
        List<Expr> plain = new ArrayList<>();
        List<Expr> asking = new ArrayList<>();
        for (Expr other : others) {
            if (context.calls().holdsQuestion(other) || context.calls().holdsRandom(other)) {
                asking.add(other);
            } else {
                plain.add(ExprRewrite.mapColumns(
                        other,
                        name -> equals.containsKey(name) ? equals.get(name).own() : Expressions.col(name)));
            }
        }
        equals.values().stream()
                .filter(equal -> equal.function() == Function.EQUAL)
                .forEach(equal -> plain.add(equal.own().isNotNull()));
        LogicalPlan rows = JoinOrder.of(bound.from().plan(), plain);
        List<Expr> columns = new ArrayList<>();
        rows.schema().names().forEach(name -> columns.add(Expressions.col(name)));
        equals.forEach((name, equal) -> columns.add(equal.own().as(name)));
        return SelectPlan.source(clauses, new LogicalPlan.Project(rows, columns), asking);
    }

    /// The query over rows that hold the outer columns, each of which is compared in its own way.
    private Subquery carried(LogicalPlan source, java.util.function.Function<String, Function> equal) {
        List<String> names = List.copyOf(outers.keySet());
        Grouped grouped = clauses.isOneRow() ? single(source, names) : several(source, names);
        UniqueNames unique = new UniqueNames(grouped.plan().schema().names());
        names.forEach(unique::unique);
        List<Expr> columns = new ArrayList<>();
        List<Expr> conditions = new ArrayList<>();
        for (String name : grouped.plan().schema().names()) {
            Expr column = Expressions.col(name);
            if (outers.containsKey(name)) {
                String own = unique.unique("inner" + name);
                columns.add(column.as(own));
                conditions.add(new Expr.Call(equal.apply(name), List.of(column, Expressions.col(own))));
            } else {
                columns.add(column);
            }
        }
        LogicalPlan plan = new LogicalPlan.Project(grouped.plan(), columns);
        return new Subquery(
                plan,
                conditions,
                grouped.values(),
                grouped.single(),
                Map.copyOf(outers),
                context.outers().rows());
    }

    private record Grouped(LogicalPlan plan, List<Expr> values, Optional<Expr> single) {}

    private Grouped several(LogicalPlan source, List<String> names) {
        if (!clauses.groupBy().isPlain() && clauses.groupBy().sets().stream().anyMatch(BitSet::isEmpty)) {
            throw context.origins()
                    .error(
                            bound.select(),
                            "a sub-query that reads the query around it takes no grouping set of nothing");
        }
        LogicalPlan plan = SelectPlan.over(bound, source, names);
        List<Expr> values = clauses.items().stream()
                .<Expr>map(item -> Expressions.col(item.name()))
                .toList();
        return new Grouped(plan, values, Optional.empty());
    }

    /// An aggregate without GROUP BY. Counts are 0 where there is no row, which the join makes null.
    private Grouped single(LogicalPlan source, List<String> names) {
        boolean asks = clauses.above().stream().anyMatch(context.calls()::holdsQuestion)
                || clauses.having()
                        .filter(having -> context.calls().holdsQuestion(having.expr()))
                        .isPresent();
        boolean isCut = bound.tail().count() == 0
                || bound.tail().offset() > 0
                || bound.tail().most().isPresent();
        boolean isRandom = !clauses.randomGroups().isEmpty();
        boolean makesRows = !context.calls().unnests().isEmpty();
        if (asks || isCut || isRandom || makesRows || !context.calls().windows().isEmpty()) {
            throw context.origins()
                    .error(
                            bound.select(),
                            "an aggregate that reads the query around it takes no window, OFFSET, unnest, random() or"
                                    + " further query; nest it in another SELECT");
        }
        Grouping grouping = SelectPlan.grouping(bound, names);
        LogicalPlan plan = grouping.over(source);
        Set<String> counts = grouping.counts();
        UnaryOperator<Expr> value = expr -> ExprRewrite.mapColumns(
                grouping.rewrite(expr, bound.select()),
                name -> counts.contains(name)
                        ? Expressions.coalesce(Expressions.col(name), 0L)
                        : Expressions.col(name));
        List<Expr> values =
                clauses.items().stream().map(item -> value.apply(item.expr())).toList();
        Expr holds = clauses.having().map(having -> value.apply(having.expr())).orElse(Expressions.lit(true));
        return new Grouped(plan, values, Optional.of(holds));
    }
}
