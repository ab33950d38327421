package dev.sheaf.sql.bind.expression;

import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes ANY and ALL of a list, and ARRAY of a query, by what they mean in other words of the language.
final class Quantifiers {
    private static final String SO_FAR = "any so far";
    private static final String ELEMENT = "any element";
    private static final String KEY = "array key ";

    private Quantifiers() {}

    /// `x < ANY (l)` folds `... OR x < element` over the list, and is false where there is none; `comparison` is
    /// the operator, of ALL the one that is negated.
    static Expression overList(Expression.Quantified node, Operator comparison) {
        Span at = node.at();
        Expression element = column(ELEMENT, at);
        Expression compared =
                new Expression.Chain(node.operand(), List.of(new Expression.Link(comparison, element)), at);
        Expression either =
                new Expression.Chain(column(SO_FAR, at), List.of(new Expression.Link(Operator.OR, compared)), at);
        Expression fold = new Expression.Lambda(List.of(new Name(SO_FAR, at), new Name(ELEMENT, at)), either, at);
        Expression none = new Expression.Bool(false, at);
        Expression isNull = new Expression.Is(node.among(), Expression.Test.NULL, false, at);
        Expression any = new Expression.Case(
                Optional.empty(),
                List.of(new Expression.When(isNull, none)),
                Optional.of(call("list_reduce", at, node.among(), fold, none)),
                at);
        return node.every() ? new Expression.Prefix(Expression.Sign.NOT, any, at) : any;
    }

    /// `ARRAY (SELECT v ... ORDER BY k)` is `(SELECT coalesce(list(v ORDER BY k), []) FROM (SELECT v, k ...))`.
    static Expression list(Expression.ArrayOf node) {
        Span at = node.at();
        List<List<Name>> keys = new ArrayList<>();
        List<OrderItem> order = new ArrayList<>();
        Query rows = withKeys(node.query(), keys, order);
        Expression value = value(keys, at);
        List<OrderItem> orderBy = order.stream()
                .map(key -> key.value().isPresent()
                        ? key
                        : new OrderItem(Optional.of(value), key.descending(), key.nullsFirst(), key.at()))
                .toList();
        Modifiers modifiers = new Modifiers(false, orderBy, Optional.empty(), List.of(), Optional.empty(), false);
        Expression list = new Expression.Call(
                List.of(new Name("list", at)),
                List.of(new Argument(Optional.empty(), value)),
                modifiers,
                Optional.empty(),
                at);
        Item item = new Item(call("coalesce", at, list, new Expression.ListOf(List.of(), at)), Optional.empty(), at);
        return new Expression.Scalar(
                Query.Select.of(List.of(item), Optional.of(new Relation.Subquery(rows, false, at)), at), at);
    }

    /// The one column that is no key.
    private static Expression value(List<List<Name>> keys, Span at) {
        return new Expression.Columns(
                List.of(), new Expression.Star(List.of(), keys, List.of(), List.of(), at), false, at);
    }

    /// The query with the keys of its order as columns. `order` gets an item for each; one without a value is by the
    /// value that the query gives.
    private static Query withKeys(Query query, List<List<Name>> keys, List<OrderItem> order) {
        return switch (query) {
            case Query.With with ->
                new Query.With(with.recursive(), with.tables(), withKeys(with.body(), keys, order), with.at());
            case Query.Ordered ordered
            when ordered.body() instanceof Query.Select select -> withKeys(ordered, select, keys, order);
            case Query.Ordered ordered
            when !ordered.orderBy().isEmpty() -> withKeys(ordered, all(ordered.body()), keys, order);
            default -> query;
        };
    }

    private static Query.Select all(Query query) {
        Span at = query.at();
        Expression star = Expression.Star.all(at);
        Relation rows = new Relation.Subquery(query, false, at);
        return Query.Select.of(List.of(new Item(star, Optional.empty(), at)), Optional.of(rows), at);
    }

    private static Query withKeys(
            Query.Ordered ordered, Query.Select select, List<List<Name>> keys, List<OrderItem> order) {
        List<Item> items = new ArrayList<>(select.items());
        for (OrderItem key : ordered.orderBy()) {
            if (key.value().isEmpty() || meansValue(key.value().get(), select)) {
                order.add(new OrderItem(Optional.empty(), key.descending(), key.nullsFirst(), key.at()));
            } else if (select.distinct().distinct()) {
                return ordered;
            } else {
                Name name = new Name(KEY + order.size(), key.at());
                keys.add(List.of(name));
                items.add(new Item(key.value().get(), Optional.of(name), key.at()));
                Expression column = new Expression.Column(List.of(name), key.at());
                order.add(new OrderItem(Optional.of(column), key.descending(), key.nullsFirst(), key.at()));
            }
        }
        Query.Select more = select.of(List.copyOf(items));
        return new Query.Ordered(more, ordered.orderBy(), ordered.limit(), ordered.offset(), ordered.at());
    }

    /// Whether a key is the position or the name of the one column.
    private static boolean meansValue(Expression key, Query.Select select) {
        if (key instanceof Expression.Numeral) {
            return true;
        }
        Item item = select.items().getFirst();
        String shown = item.alias()
                .map(Name::text)
                .orElse(
                        item.value() instanceof Expression.Column column
                                ? column.last().text()
                                : "");
        return key instanceof Expression.Column column && column.last().text().equalsIgnoreCase(shown);
    }

    private static Expression column(String name, Span at) {
        return new Expression.Column(List.of(new Name(name, at)), at);
    }

    private static Expression call(String name, Span at, Expression... arguments) {
        List<Argument> given = new ArrayList<>();
        for (Expression argument : arguments) {
            given.add(new Argument(Optional.empty(), argument));
        }
        return new Expression.Call(List.of(new Name(name, at)), given, Modifiers.NONE, Optional.empty(), at);
    }
}
