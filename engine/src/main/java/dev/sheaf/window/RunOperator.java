package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.window.RunFunction.Filled;
import dev.sheaf.window.RunFunction.Folded;
import dev.sheaf.window.RunFunction.Picked;
import dev.sheaf.window.RunFunction.Ranked;
import dev.sheaf.window.RunFunction.Shifted;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Computes functions over runs whose rows are in one order. Peers are found once, by the first function that needs
/// them. Not thread-safe; spreads its work over the tasks of the runs.
///
/// ```java
/// try (RunOperator operator = new RunOperator(runs, order);
///         Column ranks = operator.apply(new RunFunction.RowNumber(), RunInput.NONE)) { ... }
/// ```
public final class RunOperator implements AutoCloseable {
    private final Runs runs;
    private final ColumnComparator order;
    private @Nullable Peers peers;

    /// `order` compares rows of the table; those that are equal in it are peers.
    public RunOperator(Runs runs, ColumnComparator order) {
        this.runs = runs;
        this.order = order;
    }

    /// The results for the rows of the table, null for rows in no run; to be closed by the caller.
    ///
    /// @throws ArithmeticException if a sum does not fit
    /// @throws IllegalArgumentException if the input has a type that the function does not take
    public Column apply(RunFunction function, RunInput input) {
        return runs.toTable(ordered(function, input));
    }

    /// What `fold` computes of the rows of each frame, for the rows of the table; null for rows in no run.
    /// To be closed by the caller.
    public Column apply(Frame frame, Optional<Edges> edges, DataType type, FramePairs.Fold fold) {
        try (FrameRows frames = FrameRows.of(frame, runs, peers(), edges)) {
            return runs.toTable(new FramePairs(runs, frames).fold(type, fold));
        }
    }

    private Column ordered(RunFunction function, RunInput input) {
        return switch (function) {
            case RunFunction.RowNumber() -> numbers(DataType.INT64, loop -> loop::rowNumbers);
            case RunFunction.CumulativeShare() -> numbers(DataType.FLOAT64, loop -> loop::cumulativeShares);
            case RunFunction.Tile(long parts) ->
                numbers(DataType.INT64, loop -> (from, to) -> loop.tiles(parts, from, to));
            case Ranked ranked -> ranked(ranked, input);
            case Shifted shifted -> shifted(shifted, input);
            case Picked picked -> picked(picked, input);
            case Filled(boolean preceding) ->
                chosen(input, true, (loop, _) -> (from, to) -> loop.filled(preceding, from, to));
            case Folded folded -> folded(folded, input);
            case RunFunction.Smoothed smoothed -> new Folding(runs, input).smoothed(smoothed);
        };
    }

    private Peers peers() {
        Peers found = peers;
        if (found == null) {
            found = Peers.of(runs, order);
            peers = found;
        }
        return found;
    }

    private Column numbers(DataType type, Function<RankLoop, Runs.Loop> loop) {
        try (RunResult result = new RunResult(type, runs)) {
            runs.forEach(loop.apply(new RankLoop(peers(), result)));
            return result.column();
        }
    }

    private Column ranked(Ranked ranked, RunInput input) {
        DataType type = RankLoop.isFloating(ranked) ? DataType.FLOAT64 : DataType.INT64;
        if (!ranked.skipNulls()) {
            dev.sheaf.column.Validity all = dev.sheaf.column.Validity.allValid(runs.rowCount());
            return numbers(type, loop -> (from, to) -> loop.ranks(ranked, all, from, to));
        }
        try (Column values = runs.gather(input.column())) {
            return numbers(type, loop -> (from, to) -> loop.ranks(ranked, values.validity(), from, to));
        }
    }

    private Column shifted(Shifted shifted, RunInput input) {
        Optional<Column> fill = input.fill();
        int outside = fill.isPresent() ? runs.rowCount() : PickLoop.NONE;
        return chosen(input, shifted.skipNulls(), (loop, _) -> (from, to) -> loop.shifted(shifted, outside, from, to));
    }

    private Column picked(Picked picked, RunInput input) {
        try (FrameRows frames = FrameRows.of(picked.frame(), runs, peers(), input.edges())) {
            return chosen(input, picked.skipNulls(), (loop, _) -> (from, to) -> loop.picked(picked, frames, from, to));
        }
    }

    /// Makes the loop that chooses rows of the values.
    private interface Choice {
        Runs.Loop loop(PickLoop picks, Column values);
    }

    private Column chosen(RunInput input, boolean skipNulls, Choice choice) {
        try (Column values = runs.gather(input.column());
                ValidRows counted = ValidRows.of(values.validity(), !skipNulls, runs);
                Buffer chosen = runs.ints()) {
            runs.forEach(choice.loop(new PickLoop(counted, chosen.segment()), values));
            if (input.fill().isEmpty()) {
                return Take.rows(values, chosen.segment(), runs.rowCount(), runs.pool());
            }
            DataType type = values.type().decoded();
            try (Column all = Concat.columns(type, List.of(values, input.fill().get()), runs.pool())) {
                return Take.rows(all, chosen.segment(), runs.rowCount(), runs.pool());
            }
        }
    }

    private Column folded(Folded folded, RunInput input) {
        try (FrameRows frames = FrameRows.of(folded.frame(), runs, peers(), input.edges())) {
            Folding folding = new Folding(runs, input);
            return switch (folded.aggregation()) {
                case dev.sheaf.expr.Aggregation.First(boolean skipNulls) ->
                    picked(new Picked(1, skipNulls, folded.frame()), input);
                case dev.sheaf.expr.Aggregation.Last(boolean skipNulls) ->
                    picked(new Picked(-1, skipNulls, folded.frame()), input);
                case dev.sheaf.expr.Aggregation.Nth(int n, boolean skipNulls) ->
                    picked(new Picked(n < 0 ? n : n + 1L, skipNulls, folded.frame()), input);
                default -> folding.apply(folded, frames);
            };
        }
    }

    @Override
    public void close() {
        if (peers != null) {
            peers.close();
        }
    }
}
