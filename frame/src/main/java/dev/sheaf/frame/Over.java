package dev.sheaf.frame;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFrame;
import dev.sheaf.plan.WindowFunction;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A window: how rows are split into partitions, and in which order each is looked at.
///
/// ```java
/// frame.withWindows(over("id6").orderBy(descending("v3")).rowNumber("place"))
/// ```
/// Rows whose keys agree form a partition, nulls agreeing with each other; without keys all rows are one.
public record Over(List<Expr> partitionBy, List<SortKey> order, Optional<WindowFrame> frame) {
    public Over {
        partitionBy = List.copyOf(partitionBy);
        order = List.copyOf(order);
    }

    /// All rows as one partition.
    public static Over over() {
        return new Over(List.of(), List.of(), Optional.empty());
    }

    /// Partitions by columns.
    public static Over over(String... columns) {
        return new Over(Arrays.stream(columns).map(Expressions::col).toList(), List.of(), Optional.empty());
    }

    /// Partitions by expressions.
    public static Over over(Expr... keys) {
        return new Over(List.of(keys), List.of(), Optional.empty());
    }

    /// The same with rows in input order.
    public Over orderBy() {
        return new Over(partitionBy, List.of(), frame);
    }

    /// The same with rows ordered by these keys.
    public Over orderBy(SortKey... keys) {
        return new Over(partitionBy, List.of(keys), frame);
    }

    /// The same with rows ordered by columns, rising, nulls last.
    public Over orderBy(String... columns) {
        return new Over(
                partitionBy, Arrays.stream(columns).map(SortKey::ascending).toList(), frame);
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

    /// The same for functions that look at these rows of the partition: aggregates and picked values.
    public Over frame(WindowFrame rows) {
        return new Over(partitionBy, order, Optional.of(rows));
    }

    /// [#rank] as a share, from 0 for the first to 1.
    public WindowCall percentRank(String name) {
        return call(name, new WindowFunction.PercentRank());
    }

    /// The share of the rows that are not behind the row or its peers.
    public WindowCall cumulativeShare(String name) {
        return call(name, new WindowFunction.CumulativeShare());
    }

    /// The number, from 1, of one of so many parts of the partition, whose sizes differ by one at most.
    public WindowCall tile(long parts, String name) {
        return call(name, new WindowFunction.Tile(parts));
    }

    /// The value of the row `distance` before, behind if negative; null where there is none.
    public WindowCall shift(Expr value, long distance) {
        return call(
                value.outputName(), new WindowFunction.Shifted(value.unaliased(), distance, false, Optional.empty()));
    }

    /// The same with a constant where there is no such row.
    public WindowCall shift(Expr value, long distance, Object otherwise) {
        Optional<Expr> constant = Optional.of(Expressions.lit(otherwise));
        return call(value.outputName(), new WindowFunction.Shifted(value.unaliased(), distance, false, constant));
    }

    /// The exponentially weighted mean of the values so far, as `smooth` of frames.
    public WindowCall smooth(Expr value, double alpha, boolean adjusted) {
        return call(value.outputName(), new WindowFunction.Smoothed(value.unaliased(), alpha, adjusted));
    }

    /// The value of row `n` of the frame, from 1, or from -1 at its end; with `skipNulls` of those that are not null.
    public WindowCall nth(Expr value, long n, boolean skipNulls) {
        return call(value.outputName(), new WindowFunction.Picked(value.unaliased(), n, skipNulls, frameRows()));
    }

    /// The rows that functions look at: without a frame those up to the current one and its peers if there is an
    /// order, as in SQL, else the partition.
    private WindowFrame frameRows() {
        return frame.orElse(order.isEmpty() ? WindowFrame.PARTITION : WindowFrame.DEFAULT);
    }

    /// An aggregation on each row: of the whole partition, or with an order or a frame of the rows of the frame, which
    /// are those up to the current one if nothing is said. `over("k").of(sum("v").as("total"))`
    ///
    /// @throws IllegalArgumentException if it is not an aggregation
    public WindowCall of(Expr aggregation) {
        if (!(aggregation.unaliased() instanceof Expr.Aggregate aggregate)) {
            throw new IllegalArgumentException(aggregation.outputName()
                    + " is not an aggregation; a window takes sum, mean, count, ... and row numbers and ranks");
        }
        boolean isWhole = frame.isEmpty() && order.isEmpty();
        return call(
                aggregation.outputName(),
                isWhole ? new WindowFunction.Aggregated(aggregate) : new WindowFunction.Framed(aggregate, frameRows()));
    }

    private WindowCall call(String name, WindowFunction function) {
        return new WindowCall(name, function, partitionBy, order);
    }
}
