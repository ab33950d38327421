package dev.sheaf.sql.function;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.SortKey;
import java.util.List;
import java.util.Optional;

/// Aggregates that see the rows in an order of their own, by the places that rows have in it.
public final class OrderedAggregates {
    private static final String ELEMENT = "ordered";

    private OrderedAggregates() {}

    /// An aggregate as an expression over others that do not depend on the order of rows.
    ///
    /// @param place the number of each row in the order
    /// @throws IllegalArgumentException if there is none
    public static Expr of(Expr.Aggregate aggregate, Expr place) {
        return switch (aggregate.aggregation()) {
            case Aggregation.First(boolean skipNulls) -> by(new Aggregation.MinBy(skipNulls), aggregate, place);
            case Aggregation.Last(boolean skipNulls) -> by(new Aggregation.MaxBy(skipNulls), aggregate, place);
            case Aggregation.CollectList(boolean skipNulls) -> list(aggregate, skipNulls, place);
            case Aggregation.Join(String separator) ->
                new Expr.Call(Function.LIST_JOIN, List.of(list(aggregate, true, place), lit(separator)));
            default ->
                throw new IllegalArgumentException("this aggregate and those before it see the rows in one order; its"
                        + " ORDER BY is another one");
        };
    }

    /// An aggregate of the distinct values in their own order, written over the list of these.
    ///
    /// @param key by which the aggregate is ordered first
    /// @throws IllegalArgumentException if that is not its argument, or there is none
    public static Expr distinct(Expr.Aggregate aggregate, SortKey key) {
        Expr value = aggregate.arguments().getFirst();
        if (!key.expr().equals(value)) {
            throw new IllegalArgumentException(
                    "an aggregate with DISTINCT is ordered by its argument, or as the aggregates before it");
        }
        return switch (aggregate.aggregation()) {
            case Aggregation.First(boolean skipNulls) -> element(sorted(aggregate, skipNulls, key), 1);
            case Aggregation.Last(boolean skipNulls) -> element(sorted(aggregate, skipNulls, key), -1);
            case Aggregation.CollectList(boolean skipNulls) -> sorted(aggregate, skipNulls, key);
            case Aggregation.Join(String separator) ->
                new Expr.Call(Function.LIST_JOIN, List.of(sorted(aggregate, true, key), lit(separator)));
            default ->
                throw new IllegalArgumentException("this aggregate and those before it see the rows in one order; its"
                        + " ORDER BY is another one");
        };
    }

    private static Expr element(Expr list, long place) {
        return new Expr.Call(Function.LIST_EXTRACT, List.of(list, lit(place)));
    }

    private static Expr sorted(Expr.Aggregate of, boolean skipNulls, SortKey key) {
        Expr values = new Expr.Aggregate(new Aggregation.CollectList(skipNulls), of.arguments(), of.filter(), true);
        SortDirection direction = key.direction();
        return new Expr.Call(
                Function.LIST_SORT, List.of(values, lit(direction.descending()), lit(direction.nullsFirst())));
    }

    private static Expr by(Aggregation aggregation, Expr.Aggregate of, Expr place) {
        return new Expr.Aggregate(aggregation, List.of(of.arguments().getFirst(), place), of.filter(), false);
    }

    /// The values in order: each is collected with its place, and the pairs are sorted.
    private static Expr list(Expr.Aggregate of, boolean skipNulls, Expr place) {
        Expr value = of.arguments().getFirst();
        Expr pair = new Expr.Call(Function.STRUCT_PACK, List.of(lit("place"), place, lit("value"), value));
        Optional<Expr> filter = skipNulls
                ? Optional.of(of.filter().map(value.isNotNull()::and).orElseGet(value::isNotNull))
                : of.filter();
        Expr pairs = new Expr.Aggregate(new Aggregation.CollectList(false), List.of(pair), filter, false);
        Expr sorted = new Expr.Call(Function.LIST_SORT, List.of(pairs, lit(false), lit(false)));
        Expr values = new Expr.Call(Function.STRUCT_EXTRACT, List.of(col(ELEMENT), lit("value")));
        return new Expr.Call(Function.LIST_TRANSFORM, List.of(sorted, new Expr.Lambda(List.of(ELEMENT), values)));
    }
}
