package dev.sheaf.sql.bind.expression;

import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Span;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Writes aggregates with WITHIN GROUP in other words: percentiles of several shares as a list of percentiles, and the
/// mode of the rows in an order.
final class OrderedSets {
    private static final Set<String> PERCENTILES = Set.of("percentile_cont", "percentile_disc");

    private OrderedSets() {}

    /// What a call means, if it is one of these.
    static Optional<Expression> of(Expression.Call call) {
        List<OrderItem> order = call.modifiers().withinGroup();
        String name = call.name().toLowerCase(Locale.ROOT);
        if (order.size() != 1) {
            return Optional.empty();
        }
        if (name.equals("mode") && call.arguments().isEmpty()) {
            return order.getFirst().value().map(value -> mode(call, value));
        }
        return PERCENTILES.contains(name)
                        && call.arguments().size() == 1
                        && call.arguments().getFirst().value() instanceof Expression.ListOf shares
                        && !shares.elements().isEmpty()
                ? Optional.of(percentiles(call, shares))
                : Optional.empty();
    }

    private static Expression mode(Expression.Call call, Expression value) {
        List<OrderItem> order = call.modifiers().withinGroup();
        return call.with(call.modifiers().within(List.of()).orderedBy(order)).of(arguments(value));
    }

    private static Expression percentiles(Expression.Call call, Expression.ListOf shares) {
        List<Expression> each = shares.elements().stream()
                .<Expression>map(share -> call.of(arguments(share)))
                .toList();
        return quantiles(each, shares.at());
    }

    /// Quantiles of the same values as a list; null, as each of them is, if there is no value.
    static Expression quantiles(List<Expression> each, Span at) {
        Expression list = new Expression.ListOf(each, at);
        if (each.isEmpty()) {
            return list;
        }
        Expression isNull = new Expression.Is(each.getFirst(), Expression.Test.NULL, false, at);
        return new Expression.Case(
                Optional.empty(), List.of(new Expression.When(isNull, new Expression.Null(at))), Optional.of(list), at);
    }

    private static List<Argument> arguments(Expression value) {
        return List.of(new Argument(Optional.empty(), value));
    }
}
