package dev.sheaf.frame;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import java.util.Arrays;
import java.util.List;

/// A window: how rows are split into partitions, and in which order each is looked at.
///
/// ```java
/// frame.withWindows(over("id6").orderBy(descending("v3")).rowNumber("place"))
/// ```
/// Rows whose keys agree form a partition, nulls agreeing with each other; without keys all rows are one.
public record Over(List<Expr> partitionBy, List<SortKey> order) {
    public Over {
        partitionBy = List.copyOf(partitionBy);
        order = List.copyOf(order);
    }

    /// All rows as one partition.
    public static Over over() {
        return new Over(List.of(), List.of());
    }

    /// Partitions by columns.
    public static Over over(String... columns) {
        return new Over(Arrays.stream(columns).map(Expressions::col).toList(), List.of());
    }

    /// Partitions by expressions.
    public static Over over(Expr... keys) {
        return new Over(List.of(keys), List.of());
    }

    /// The same with rows in input order.
    public Over orderBy() {
        return new Over(partitionBy, List.of());
    }

    /// The same with rows ordered by these keys.
    public Over orderBy(SortKey... keys) {
        return new Over(partitionBy, List.of(keys));
    }

    /// The same with rows ordered by columns, rising, nulls last.
    public Over orderBy(String... columns) {
        return new Over(
                partitionBy, Arrays.stream(columns).map(SortKey::ascending).toList());
    }

    /// 1, 2, 3, ... in the window's order; ties in input order.
    public WindowCall rowNumber(String name) {
        return call(name, new WindowFunction.RowNumber());
    }

    /// One more than the number of rows before; ties share a rank and leave a gap.
    public WindowCall rank(String name) {
        return call(name, new WindowFunction.Rank());
    }

    /// As [#rank] without gaps.
    public WindowCall denseRank(String name) {
        return call(name, new WindowFunction.DenseRank());
    }

    /// An aggregation of the whole partition, on each of its rows: `over("k").of(sum("v").as("total"))`.
    ///
    /// @throws IllegalArgumentException if it is not an aggregation, or the window has an order
    public WindowCall of(Expr aggregation) {
        if (!(aggregation.unaliased() instanceof Expr.Aggregate aggregate)) {
            throw new IllegalArgumentException(aggregation.outputName()
                    + " is not an aggregation; a window takes sum, mean, count, ... and row numbers and ranks");
        }
        return call(aggregation.outputName(), new WindowFunction.Aggregated(aggregate));
    }

    private WindowCall call(String name, WindowFunction function) {
        return new WindowCall(name, function, partitionBy, order);
    }
}
