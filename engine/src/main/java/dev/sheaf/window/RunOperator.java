package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.memory.Buffer;
import dev.sheaf.window.RunFunction.Filled;
import dev.sheaf.window.RunFunction.Folded;
import dev.sheaf.window.RunFunction.Picked;
import dev.sheaf.window.RunFunction.Ranked;
import dev.sheaf.window.RunFunction.Shifted;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Computes functions over runs whose rows are in one order. Peers, and places in the table, are found once, by the
/// first function that needs them. Not thread-safe; spreads its work over the tasks of the runs.
///
/// ```java
/// try (RunOperator operator = new RunOperator(runs, order);
///         Column ranks = operator.apply(new RunFunction.RowNumber(), RunInput.NONE)) { ... }
/// ```
public final class RunOperator implements AutoCloseable {
    private final Runs runs;
    private final ColumnComparator order;
    private @Nullable Peers peers;
    private @Nullable Buffer places;

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
        return toTable(ordered(function, input, Start.NEW));
    }

    /// As [#apply(RunFunction, RunInput)] of a function that [Parts#accepts], over one run that goes on where an
    /// earlier one ended: `carry` has what was before, and then what this one adds. Peers must not go on.
    public Column proceed(RunFunction function, RunInput input, Carry carry) {
        return toTable(ordered(function, input, new Start(carry)));
    }

    /// What `fold` computes of the rows of each frame, for the rows of the table; null for rows in no run.
    /// To be closed by the caller.
    public Column apply(Frame frame, Optional<Edges> edges, DataType type, FramePairs.Fold fold) {
        try (FrameRows frames = frames(frame, edges)) {
            return toTable(new FramePairs(runs, frames).fold(type, fold));
        }
    }

    private Column toTable(Column ordered) {
        Buffer found = places;
        if (found == null) {
            try {
                found = runs.places();
            } catch (RuntimeException | Error failure) {
                ordered.close();
                throw failure;
            }
            places = found;
        }
        return runs.toTable(ordered, found);
    }

    private Column ordered(RunFunction function, RunInput input, Start start) {
        return switch (function) {
            case RunFunction.RowNumber() -> numbers(DataType.INT64, Peers.NONE, start, loop -> loop::rowNumbers);
            case RunFunction.CumulativeShare() ->
                numbers(DataType.FLOAT64, peers(), start, loop -> loop::cumulativeShares);
            case RunFunction.Tile(long parts) ->
                numbers(DataType.INT64, Peers.NONE, start, loop -> (from, to) -> loop.tiles(parts, from, to));
            case Ranked ranked -> ranked(ranked, input, start);
            case Shifted shifted -> shifted(shifted, input);
            case Picked picked -> picked(picked, input, start);
            case Filled(boolean preceding) ->
                chosen(input, true, Start.NEW, loop -> (from, to) -> loop.filled(preceding, from, to));
            case Folded folded -> folded(folded, input, start);
            case RunFunction.Smoothed smoothed -> new Folding(runs, input, start).smoothed(smoothed);
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

    private FrameRows frames(Frame frame, Optional<Edges> edges) {
        return FrameRows.of(frame, runs, frame.looksAtPeers() ? peers() : Peers.NONE, edges);
    }

    private Column numbers(DataType type, Peers found, Start start, Function<RankLoop, Runs.Loop> loop) {
        try (RunResult result = new RunResult(type, runs)) {
            runs.forEach(loop.apply(new RankLoop(found, result, start)));
            return result.column();
        }
    }

    private Column ranked(Ranked ranked, RunInput input, Start start) {
        DataType type = RankLoop.isFloating(ranked) ? DataType.FLOAT64 : DataType.INT64;
        if (!ranked.skipNulls()) {
            Validity all = Validity.allValid(runs.rowCount());
            return numbers(type, peers(), start, loop -> (from, to) -> loop.ranks(ranked, all, from, to));
        }
        try (Column values = runs.gather(input.column())) {
            return numbers(type, peers(), start, loop -> (from, to) -> loop.ranks(ranked, values.validity(), from, to));
        }
    }

    private Column shifted(Shifted shifted, RunInput input) {
        int outside = input.fill().isPresent() ? runs.rowCount() : PickLoop.NONE;
        return chosen(
                input, shifted.skipNulls(), Start.NEW, loop -> (from, to) -> loop.shifted(shifted, outside, from, to));
    }

    /// What was picked for a row before is picked for all rows of a part: it was the first of the run.
    private Column picked(Picked picked, RunInput input, Start start) {
        Optional<Column> carried = new Choosing(runs, start).carried();
        if (carried.isPresent()) {
            RunInput same = new RunInput(input.values(), carried, Optional.empty());
            return chosen(same, false, start, loop -> (from, to) -> loop.same(runs.rowCount(), from, to));
        }
        try (FrameRows frames = frames(picked.frame(), input.edges())) {
            return chosen(
                    input, picked.skipNulls(), start, loop -> (from, to) -> loop.picked(picked, frames, from, to));
        }
    }

    private Column chosen(RunInput input, boolean skipNulls, Start start, Function<PickLoop, Runs.Loop> choice) {
        try (Column values = runs.gather(input.column());
                ValidRows counted = ValidRows.of(values.validity(), !skipNulls, runs)) {
            return new Choosing(runs, start)
                    .taken(values, input.fill(), (_, chosen) -> choice.apply(new PickLoop(counted, chosen)));
        }
    }

    private Column folded(Folded folded, RunInput input, Start start) {
        return switch (folded.aggregation()) {
            case Aggregation.First(boolean skipNulls) -> picked(new Picked(1, skipNulls, folded.frame()), input, start);
            case Aggregation.Last(boolean skipNulls) -> picked(new Picked(-1, skipNulls, folded.frame()), input, start);
            case Aggregation.Nth(int n, boolean skipNulls) ->
                picked(new Picked(n < 0 ? n : n + 1L, skipNulls, folded.frame()), input, start);
            default -> {
                try (FrameRows frames = frames(folded.frame(), input.edges())) {
                    yield new Folding(runs, input, start).apply(folded, frames);
                }
            }
        };
    }

    @Override
    public void close() {
        if (peers != null) {
            peers.close();
        }
        if (places != null) {
            places.close();
        }
    }
}
