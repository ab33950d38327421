package dev.sheaf.sql.bind.expression;

import dev.sheaf.sql.function.AggregateFunctions;
import dev.sheaf.sql.function.ComposedAggregates;
import dev.sheaf.sql.function.ListFunctions;
import dev.sheaf.sql.function.ScalarFunctions;
import dev.sheaf.sql.function.TypedFunctions;
import dev.sheaf.sql.function.value.ListOrder;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Writes functions of a list as queries over its elements: every aggregate that lists do not have of their own, as
/// `list_mode(l)` or `list_aggregate(l, 'quantile_cont', 0.5)`, and `list_grade_up`.
final class ListQueries {
    private static final String ELEMENT = "list element";
    private static final String PLACE = "list place";
    private static final Set<String> BY_NAME =
            Set.of("list_aggregate", "list_aggr", "array_aggregate", "array_aggr", "aggregate");
    private static final Set<String> GRADES = Set.of("list_grade_up", "array_grade_up", "grade_up");

    private ListQueries() {}

    /// The names of those that are no aggregates.
    static Set<String> names() {
        return GRADES;
    }

    /// What a call means, if it is one of these.
    static Optional<Expression> of(Expression.Call call, ExpressionSite site) {
        String name = call.name().toLowerCase(Locale.ROOT);
        List<Argument> arguments = call.arguments();
        if (arguments.isEmpty()
                || !call.modifiers().equals(Modifiers.NONE)
                || call.over().isPresent()) {
            return Optional.empty();
        }
        if (GRADES.contains(name) && arguments.size() <= 3) {
            return Optional.of(grades(call, site));
        }
        if (BY_NAME.contains(name)) {
            return arguments.size() > 1
                            && arguments.get(1).value() instanceof Expression.Text(String function, var _)
                            && (arguments.size() > 2 || !ListFunctions.isAggregate(function))
                            && isAggregate(function)
                    ? Optional.of(aggregated(function, call, arguments.subList(2, arguments.size())))
                    : Optional.empty();
        }
        boolean isOwn = ScalarFunctions.find(name).isPresent()
                || TypedFunctions.find(name).isPresent()
                || !name.startsWith("list_");
        return isOwn || !isAggregate(name.substring("list_".length()))
                ? Optional.empty()
                : Optional.of(
                        aggregated(name.substring("list_".length()), call, arguments.subList(1, arguments.size())));
    }

    private static boolean isAggregate(String name) {
        return AggregateFunctions.isKnown(name) || ComposedAggregates.isKnown(name);
    }

    /// `CASE WHEN l IS NULL THEN NULL ELSE (SELECT f(e, ...) FROM unnest(l) u(e)) END`.
    private static Expression aggregated(String function, Expression.Call call, List<Argument> others) {
        List<Argument> arguments = new ArrayList<>(List.of(argument(column(ELEMENT, call.at()))));
        arguments.addAll(others);
        return query(call, call(function, arguments, Modifiers.NONE, call.at()));
    }

    /// The places of the elements in the order that `list_sort` would give them; null without one.
    private static Expression grades(Expression.Call call, ExpressionSite site) {
        Span at = call.at();
        List<String> words = new ArrayList<>();
        for (Argument option : call.arguments().subList(1, call.arguments().size())) {
            switch (option.value()) {
                case Expression.Null none -> {
                    return none;
                }
                case Expression.Cast(Expression.Null none, var _, boolean _, var _) -> {
                    return none;
                }
                case Expression.Text(String word, var _) -> words.add(word);
                default -> throw site.error(option.value(), "the order of a list is a constant text");
            }
        }
        ListOrder asked = order(words, call, site);
        OrderItem byValue =
                new OrderItem(Optional.of(column(ELEMENT, at)), asked.falling(), Optional.of(asked.nullsFirst()), at);
        OrderItem byPlace = new OrderItem(Optional.of(column(PLACE, at)), false, Optional.empty(), at);
        Modifiers order =
                new Modifiers(false, List.of(byValue, byPlace), Optional.empty(), List.of(), Optional.empty(), false);
        Expression places = call("list", List.of(argument(column(PLACE, at))), order, at);
        Expression none = new Expression.ListOf(List.of(), at);
        return query(call, call("coalesce", List.of(argument(places), argument(none)), Modifiers.NONE, at));
    }

    private static ListOrder order(List<String> words, Expression.Call call, ExpressionSite site) {
        try {
            return ListOrder.of(words);
        } catch (IllegalArgumentException unknown) {
            throw site.error(call, String.valueOf(unknown.getMessage()));
        }
    }

    /// An expression over the elements of the list that comes first, null if there is no list.
    private static Expression query(Expression.Call call, Expression value) {
        Span at = call.at();
        Expression list = call.arguments().getFirst().value();
        if (list instanceof Expression.Null) {
            return list;
        }
        Expression.Call unnest = new Expression.Call(
                List.of(new Name("unnest", at)), List.of(argument(list)), Modifiers.NONE, Optional.empty(), at);
        Relation elements = new Relation.Aliased(
                new Relation.Function(unnest, false, true, at),
                new Name("list elements", at),
                List.of(new Name(ELEMENT, at), new Name(PLACE, at)),
                at);
        Query query = Query.Select.of(List.of(new Item(value, Optional.empty(), at)), Optional.of(elements), at);
        Expression isNull = new Expression.Is(list, Expression.Test.NULL, false, at);
        return new Expression.Case(
                Optional.empty(),
                List.of(new Expression.When(isNull, new Expression.Null(at))),
                Optional.of(new Expression.Scalar(query, at)),
                at);
    }

    private static Argument argument(Expression value) {
        return new Argument(Optional.empty(), value);
    }

    private static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    private static Expression call(String name, List<Argument> arguments, Modifiers modifiers, Span at) {
        return new Expression.Call(List.of(new Name(name, at)), arguments, modifiers, Optional.empty(), at);
    }
}
