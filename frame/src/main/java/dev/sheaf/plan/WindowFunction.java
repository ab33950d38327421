package dev.sheaf.plan;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.window.RunFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a window computes for each row from the rows of its partition.
public sealed interface WindowFunction {

    /// 1, 2, 3, ... in the window's order; ties in input order.
    record RowNumber() implements WindowFunction {}

    /// One more than the number of rows before in the window's order; ties share a rank and leave a gap.
    record Rank() implements WindowFunction {}

    /// As [Rank] without gaps.
    record DenseRank() implements WindowFunction {}

    /// [Rank] as a share, from 0 for the first to 1; 0 in a partition of one row.
    record PercentRank() implements WindowFunction {}

    /// The share of the rows that are not behind the row or its peers.
    record CumulativeShare() implements WindowFunction {}

    /// The number, from 1, of one of so many parts of the partition, whose sizes differ by one at most.
    record Tile(long parts) implements WindowFunction {}

    /// The value of the row `distance` before, behind if negative; `otherwise`, a constant, where there is none.
    /// With `skipNulls` rows whose value is null are not counted.
    record Shifted(Expr value, long distance, boolean skipNulls, Optional<Expr> otherwise) implements WindowFunction {}

    /// As [Shifted] by what each row says: `sign` times its `steps`, a whole number. Null where that is null.
    record ShiftedBy(Expr value, int sign, Expr steps, boolean skipNulls, Optional<Expr> otherwise)
            implements WindowFunction {}

    /// The value of row `n` of the frame, from 1, or from -1 at its end; null if it has none.
    record Picked(Expr value, long n, boolean skipNulls, WindowFrame frame) implements WindowFunction {}

    /// As [Picked] by what each row says: a `place` from 1, a whole number. Null where that is null or no place.
    record PickedBy(Expr value, Expr place, boolean skipNulls, WindowFrame frame) implements WindowFunction {}

    /// The exponentially weighted mean of the values so far, float64, see [dev.sheaf.window.RunFunction.Smoothed].
    record Smoothed(Expr value, double alpha, boolean adjusted) implements WindowFunction {
        /// @throws IllegalArgumentException if alpha is not above 0 and at most 1
        public Smoothed {
            run(alpha, adjusted);
        }

        private static RunFunction.Smoothed run(double alpha, boolean adjusted) {
            return new RunFunction.Smoothed(alpha, adjusted);
        }

        /// What computes it for the rows of a partition.
        public RunFunction.Smoothed run() {
            return run(alpha, adjusted);
        }
    }

    /// An aggregation of the whole partition, the same for each of its rows; takes no order.
    record Aggregated(Expr.Aggregate aggregate) implements WindowFunction {}

    /// An aggregation of the rows of a frame.
    record Framed(Expr.Aggregate aggregate, WindowFrame frame) implements WindowFunction {}

    /// The expressions that it reads.
    default List<Expr> expressions() {
        List<Expr> read = new ArrayList<>();
        frameRows().ifPresent(frame -> {
            frame.lower().ifPresent(read::add);
            frame.upper().ifPresent(read::add);
        });
        switch (this) {
            case RowNumber(), Rank(), DenseRank(), PercentRank(), CumulativeShare(), Tile _ -> {}
            case Shifted shifted -> read.add(shifted.value());
            case ShiftedBy shifted -> {
                read.add(shifted.value());
                read.add(shifted.steps());
            }
            case Picked picked -> read.add(picked.value());
            case PickedBy picked -> {
                read.add(picked.value());
                read.add(picked.place());
            }
            case Smoothed smoothed -> read.add(smoothed.value());
            case Aggregated(Expr.Aggregate aggregate) -> read.add(aggregate);
            case Framed framed -> read.add(framed.aggregate());
        }
        return read;
    }

    /// The frame, if it looks at one.
    default Optional<WindowFrame> frameRows() {
        return switch (this) {
            case RowNumber(), Rank(), DenseRank(), PercentRank(), CumulativeShare(), Tile _ -> Optional.empty();
            case Shifted _, ShiftedBy _, Smoothed _, Aggregated _ -> Optional.empty();
            case Picked picked -> Optional.of(picked.frame());
            case PickedBy picked -> Optional.of(picked.frame());
            case Framed framed -> Optional.of(framed.frame());
        };
    }

    /// The same over other expressions; of aggregates the arguments and the filter change.
    default WindowFunction map(UnaryOperator<Expr> change) {
        return switch (this) {
            case RowNumber(), Rank(), DenseRank(), PercentRank(), CumulativeShare(), Tile _ -> this;
            case Shifted(Expr value, long distance, boolean skipNulls, Optional<Expr> otherwise) ->
                new Shifted(change.apply(value), distance, skipNulls, otherwise);
            case ShiftedBy(Expr value, int sign, Expr steps, boolean skipNulls, Optional<Expr> otherwise) ->
                new ShiftedBy(change.apply(value), sign, change.apply(steps), skipNulls, otherwise);
            case Picked(Expr value, long n, boolean skipNulls, WindowFrame frame) ->
                new Picked(change.apply(value), n, skipNulls, frame.map(change));
            case PickedBy(Expr value, Expr place, boolean skipNulls, WindowFrame frame) ->
                new PickedBy(change.apply(value), change.apply(place), skipNulls, frame.map(change));
            case Smoothed(Expr value, double alpha, boolean adjusted) ->
                new Smoothed(change.apply(value), alpha, adjusted);
            case Aggregated(Expr.Aggregate aggregate) -> new Aggregated(map(aggregate, change));
            case Framed(Expr.Aggregate aggregate, WindowFrame frame) ->
                new Framed(map(aggregate, change), frame.map(change));
        };
    }

    private static Expr.Aggregate map(Expr.Aggregate aggregate, UnaryOperator<Expr> change) {
        return (Expr.Aggregate) ExprRewrite.mapChildren(aggregate, change);
    }

    /// As SQL writes it, without OVER.
    default String text() {
        return switch (this) {
            case RowNumber() -> "row_number()";
            case Rank() -> "rank()";
            case DenseRank() -> "dense_rank()";
            case PercentRank() -> "percent_rank()";
            case CumulativeShare() -> "cume_dist()";
            case Tile(long parts) -> "ntile(" + parts + ")";
            case Shifted(Expr value, long distance, boolean skipNulls, Optional<Expr> otherwise) ->
                "lag(" + value.outputName() + ", " + distance
                        + otherwise.map(each -> ", " + each.outputName()).orElse("") + ignoring(skipNulls) + ")";
            case ShiftedBy(Expr value, int sign, Expr steps, boolean skipNulls, Optional<Expr> otherwise) ->
                (sign < 0 ? "lead(" : "lag(") + value.outputName() + ", " + steps.outputName()
                        + otherwise.map(each -> ", " + each.outputName()).orElse("") + ignoring(skipNulls) + ")";
            case Picked(Expr value, long n, boolean skipNulls, WindowFrame _) ->
                "nth_value(" + value.outputName() + ", " + n + ignoring(skipNulls) + ")";
            case PickedBy(Expr value, Expr place, boolean skipNulls, WindowFrame _) ->
                "nth_value(" + value.outputName() + ", " + place.outputName() + ignoring(skipNulls) + ")";
            case Smoothed(Expr value, double alpha, boolean adjusted) ->
                "smooth(" + value.outputName() + ", " + alpha + (adjusted ? ", adjusted)" : ")");
            case Aggregated(Expr.Aggregate aggregate) -> aggregate.outputName();
            case Framed(Expr.Aggregate aggregate, WindowFrame _) -> aggregate.outputName();
        };
    }

    private static String ignoring(boolean skipNulls) {
        return skipNulls ? " ignore nulls" : "";
    }
}
