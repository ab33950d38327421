package dev.sheaf.sql.bind.from;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.tree.Clauses;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.PivotColumn;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Link;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Writes PIVOT as the query that it stands for: a group-by whose aggregates have a FILTER for each value of the
/// columns behind ON.
///
/// `PIVOT t ON year IN (2000, 2010) USING sum(x) GROUP BY city` is `SELECT city, sum(x) FILTER (WHERE year =
/// 2000) AS "2000", ... FROM t GROUP BY city`. The columns of a query are known before it runs, so values that are
/// not written are asked for while it is bound.
public final class PivotBinder {
    private static final int MOST_COLUMNS = 10_000;

    private final PivotInput input;
    private final Origins origins;
    private final Span at;

    private PivotBinder(PivotInput input, Origins origins, Span at) {
        this.input = input;
        this.origins = origins;
        this.at = at;
    }

    /// A choice of values of the columns behind ON: what its columns are called, and the condition for a row to be
    /// in it.
    private record Choice(String name, Expression condition) {}

    public static LogicalPlan bind(Query.Pivot pivot, Queries queries, Relations relations) {
        PivotInput input = new PivotInput(queries, relations, pivot.relation());
        return new PivotBinder(input, queries.origins(), pivot.at()).bind(pivot.on(), pivot.using(), pivot.groupBy());
    }

    public static LogicalPlan bind(Relation.Pivoted pivot, Queries queries, Relations relations) {
        PivotInput input = new PivotInput(queries, relations, pivot.relation());
        List<Expression> groupBy = pivot.groupBy().stream()
                .<Expression>map(name -> new Expression.Column(List.of(name), name.at()))
                .toList();
        return new PivotBinder(input, queries.origins(), pivot.at()).bind(pivot.on(), pivot.using(), groupBy);
    }

    private LogicalPlan bind(List<PivotColumn> on, List<Item> using, List<Expression> groupBy) {
        List<Item> aggregates = using.isEmpty() ? List.of(new Item(count(), Optional.empty(), at)) : using;
        aggregates.forEach(item -> input.read(item.value(), Clause.SELECT));
        on.forEach(column -> input.read(column.column(), Clause.GROUP_BY));
        List<Item> groups = groupBy.isEmpty()
                ? input.others(at)
                : groupBy.stream()
                        .map(key -> new Item(key, Optional.empty(), key.at()))
                        .toList();
        List<Item> items = new ArrayList<>(groups);
        for (Choice choice : choices(on, aggregates.size())) {
            for (Item aggregate : aggregates) {
                boolean named = aggregates.size() > 1 || aggregate.alias().isPresent();
                String name = named ? choice.name() + "_" + nameOf(aggregate) : choice.name();
                Expression value = filtered(aggregate.value(), choice.condition());
                items.add(new Item(value, Optional.of(new Name(name, at)), aggregate.at()));
            }
        }
        List<Clauses.Grouping> keys = groups.stream()
                .<Clauses.Grouping>map(group -> new Clauses.Key(group.value(), group.at()))
                .toList();
        return input.bind(input.select(items, at).groupedBy(keys));
    }

    private Expression count() {
        return new Expression.Call(List.of(new Name("count", at)), List.of(), Modifiers.NONE, Optional.empty(), at);
    }

    private String nameOf(Item item) {
        return item.alias()
                .map(Name::text)
                .orElseGet(() -> new ExpressionBinder(input.context(), Clause.SELECT).nameOf(item.value()));
    }

    /// Every choice of one value of each column.
    private List<Choice> choices(List<PivotColumn> on, int aggregates) {
        List<Choice> choices = List.of(new Choice("", new Expression.Bool(true, at)));
        for (PivotColumn column : on) {
            List<Choice> own = values(column);
            long columns = (long) choices.size() * own.size() * aggregates;
            if (columns > MOST_COLUMNS) {
                throw origins.error(
                        column,
                        "this makes " + columns + " columns, more than " + MOST_COLUMNS + "; choose values: IN (...)");
            }
            List<Choice> more = new ArrayList<>();
            for (Choice before : choices) {
                own.forEach(choice -> more.add(both(before, choice)));
            }
            choices = more;
        }
        return choices;
    }

    private static Choice both(Choice first, Choice second) {
        return first.name().isEmpty()
                ? second
                : new Choice(first.name() + "_" + second.name(), and(first.condition(), second.condition()));
    }

    private static Expression and(Expression first, Expression second) {
        return new Expression.Chain(first, List.of(new Link(Operator.AND, second)), first.at());
    }

    private List<Choice> values(PivotColumn column) {
        if (column.values().isEmpty()) {
            return found(column);
        }
        return column.values().stream()
                .map(value -> new Choice(
                        value.alias().map(Name::text).orElseGet(() -> textOf(value.value())),
                        same(column.column(), value.value())))
                .toList();
    }

    /// The values that a column has, in the order of their texts, without null.
    private List<Choice> found(PivotColumn column) {
        PivotInput.Values values = input.values(column.column(), MOST_COLUMNS + 1);
        TypeName type = new TypeName(values.type(), column.at());
        return values.texts().stream()
                .map(text -> {
                    Expression value =
                            new Expression.Cast(new Expression.Text(text, column.at()), type, false, column.at());
                    return new Choice(text, same(column.column(), value));
                })
                .toList();
    }

    private static Expression same(Expression column, Expression value) {
        return new Expression.Chain(column, List.of(new Link(Operator.IS_NOT_DISTINCT_FROM, value)), column.at());
    }

    private static Expression text(Expression value) {
        return new Expression.Cast(value, new TypeName("varchar", value.at()), false, value.at());
    }

    /// A constant as the name of a column.
    private String textOf(Expression value) {
        Expr text = input.read(text(value), Clause.VALUES);
        if (!(Binder.bind(text, new Schema(List.of())) instanceof BoundExpr.Constant(Object constant, var _))) {
            throw origins.error(value, "a value behind IN is a constant");
        }
        return constant == null ? "NULL" : constant.toString();
    }

    /// The expression with a condition on the rows that its aggregates see.
    private Expression filtered(Expression node, Expression condition) {
        return switch (node) {
            case Expression.Call call
            when AggregateFunctions.isKnown(call.name().toLowerCase(Locale.ROOT)) -> {
                Optional<Expression> filter = call.modifiers().filter();
                yield call.with(call.modifiers()
                        .filteredBy(filter.map(own -> and(own, condition)).orElse(condition)));
            }
            case Expression.Call call ->
                call.of(call.arguments().stream()
                        .map(argument -> new Argument(argument.name(), filtered(argument.value(), condition)))
                        .toList());
            case Expression.Cast cast ->
                new Expression.Cast(filtered(cast.operand(), condition), cast.type(), cast.lenient(), cast.at());
            case Expression.Prefix prefix ->
                new Expression.Prefix(prefix.sign(), filtered(prefix.operand(), condition), prefix.at());
            case Expression.Chain chain ->
                new Expression.Chain(
                        filtered(chain.first(), condition),
                        chain.links().stream()
                                .map(link -> new Link(link.operator(), filtered(link.operand(), condition)))
                                .toList(),
                        chain.at());
            case Expression.Numeral _, Expression.Text _, Expression.Bool _, Expression.Null _ -> node;
            default -> throw origins.error(node, "USING takes aggregates and what is computed of them: sum(x)");
        };
    }
}
