package dev.sheaf.plan;

import dev.sheaf.expr.Expr;

/// What a window computes for each row from the rows of its partition.
public sealed interface WindowFunction {

    /// 1, 2, 3, ... in the window's order; ties in input order.
    record RowNumber() implements WindowFunction {}

    /// One more than the number of rows before in the window's order; ties share a rank and leave a gap.
    record Rank() implements WindowFunction {}

    /// As [Rank] without gaps.
    record DenseRank() implements WindowFunction {}

    /// An aggregation of the whole partition, the same for each of its rows; takes no order.
    record Aggregated(Expr.Aggregate aggregate) implements WindowFunction {}

    /// As SQL writes it, without OVER.
    default String text() {
        return switch (this) {
            case RowNumber() -> "row_number()";
            case Rank() -> "rank()";
            case DenseRank() -> "dense_rank()";
            case Aggregated(Expr.Aggregate aggregate) -> aggregate.outputName();
        };
    }
}
