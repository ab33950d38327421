package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.order.Neighbours;
import dev.sheaf.window.RunFunction.Filled;
import dev.sheaf.window.RunFunction.Folded;
import dev.sheaf.window.RunFunction.Picked;
import dev.sheaf.window.RunFunction.Ranked;
import dev.sheaf.window.RunFunction.Shifted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Computes functions over runs whose rows are in one order. Peers, their groups, and frames whose bounds are no values
/// are found once, by the first function that needs them. Not thread-safe; spreads its work over the tasks of the runs.
///
/// ```java
/// try (RunOperator operator = new RunOperator(runs, order);
///         Column ranks = operator.apply(new RunFunction.RowNumber(), RunInput.NONE)) { ... }
/// ```
public final class RunOperator implements AutoCloseable {
    private final Runs runs;
    private final Neighbours order;
    private final Map<Frame, FrameRows> frames = new HashMap<>();
    private @Nullable Peers peers;
    private @Nullable GroupSteps groups;

    /// Rows of the table that are equal in the columns of the order are peers.
    public RunOperator(Runs runs, List<Column> order) {
        this.runs = runs;
        this.order = Neighbours.of(order);
    }

    /// The results for the rows of the table, null for rows in no run; to be closed by the caller.
    ///
    /// @throws ArithmeticException if a sum does not fit
    /// @throws IllegalArgumentException if the input has a type that the function does not take
    public Column apply(RunFunction function, RunInput input) {
        return apply(function, input, Start.NEW);
    }

    /// As [#apply(RunFunction, RunInput)] of a function that [Parts#accepts], over one run that goes on where an
    /// earlier one ended: `carry` has what was before, and then what this one adds. Peers must not go on.
    public Column proceed(RunFunction function, RunInput input, Carry carry) {
        return apply(function, input, new Start(carry));
    }

    /// What `fold` computes of the rows of each frame, for the rows of the table; null for rows in no run.
    /// To be closed by the caller.
    public Column apply(Frame frame, Optional<Edges> edges, DataType type, FramePairs.Fold fold) {
        return framed(frame, edges, rows -> runs.toTable(new FramePairs(runs, rows).fold(type, fold)));
    }

    private Column apply(RunFunction function, RunInput input, Start start) {
        return switch (function) {
            case RunFunction.RowNumber() -> numbers(DataType.INT64, Peers.NONE, start, loop -> loop::rowNumbers);
            case RunFunction.CumulativeShare() ->
                numbers(DataType.FLOAT64, peers(), start, loop -> loop::cumulativeShares);
            case RunFunction.Tile(long parts) ->
                numbers(
                        DataType.INT64,
                        Peers.NONE,
                        start,
                        loop -> (begin, end, from, to) -> loop.tiles(parts, begin, end, from, to));
            case Ranked ranked -> ranked(ranked, input, start);
            case Shifted shifted -> shifted(shifted, input);
            case RunFunction.ShiftedBy shifted -> shifted(shifted, input);
            case Picked picked -> picked(picked, input, start);
            case RunFunction.PickedBy picked -> picked(picked, input);
            case Filled(boolean preceding) ->
                chosen(
                        input,
                        true,
                        Start.NEW,
                        loop -> (begin, end, from, to) -> loop.filled(preceding, begin, end, from, to));
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

    private GroupSteps groups() {
        GroupSteps found = groups;
        if (found == null) {
            found = GroupSteps.of(runs, peers());
            groups = found;
        }
        return found;
    }

    /// Computes something with frames, which are kept for other functions unless values bound them.
    private Column framed(Frame frame, Optional<Edges> edges, Function<FrameRows, Column> computation) {
        if (edges.isPresent()) {
            try (FrameRows own = frames(frame, edges)) {
                return computation.apply(own);
            }
        }
        FrameRows kept = frames.get(frame);
        if (kept == null) {
            kept = frames(frame, edges);
            frames.put(frame, kept);
        }
        return computation.apply(kept);
    }

    private FrameRows frames(Frame frame, Optional<Edges> edges) {
        GroupSteps steps = frame.unit() == Frame.Unit.GROUPS ? groups() : null;
        return FrameRows.of(frame, runs, frame.looksAtPeers() ? peers() : Peers.NONE, steps, edges);
    }

    private Column numbers(DataType type, Peers found, Start start, Function<RankLoop, Runs.RowLoop> loop) {
        try (RunResult result = new RunResult(type, runs)) {
            runs.forEachRows(loop.apply(new RankLoop(found, groups, result, start.before())));
            start.carry().rows += runs.rowCount();
            return result.column();
        }
    }

    private Column ranked(Ranked ranked, RunInput input, Start start) {
        DataType type = RankLoop.isFloating(ranked) ? DataType.FLOAT64 : DataType.INT64;
        boolean dense = ranked.method() == RunFunction.RankMethod.DENSE;
        if (dense) {
            groups();
        }
        try (Column values = ranked.skipNulls() ? runs.gather(input.column()) : new NullColumn(0, runs.pool())) {
            Validity counted = ranked.skipNulls() ? values.validity() : Validity.allValid(runs.rowCount());
            Column ranks = numbers(
                    type,
                    peers(),
                    start,
                    loop -> (begin, end, from, to) -> loop.ranks(ranked, counted, begin, end, from, to));
            if (dense && runs.rowCount() > 0) {
                start.carry().groups += groups().of(runs.rowCount() - 1) + 1;
            }
            return ranks;
        }
    }

    private Column shifted(Shifted shifted, RunInput input) {
        int outside = input.fill().isPresent() ? runs.rowCount() : GatherMap.NONE;
        return chosen(
                input,
                shifted.skipNulls(),
                Start.NEW,
                loop -> (begin, end, from, to) -> loop.shifted(shifted, outside, begin, end, from, to));
    }

    private Column shifted(RunFunction.ShiftedBy shifted, RunInput input) {
        int outside = input.fill().isPresent() ? runs.rowCount() : GatherMap.NONE;
        try (Column steps = runs.gather(input.byColumn())) {
            RowSteps distances = RowSteps.of(steps);
            return chosen(
                    input,
                    shifted.skipNulls(),
                    Start.NEW,
                    loop -> (begin, end, from, to) ->
                            loop.shifted(shifted.sign(), distances, outside, begin, end, from, to));
        }
    }

    /// What was picked for a row before is picked for all rows of a part: it was the first of the run.
    private Column picked(Picked picked, RunInput input, Start start) {
        Optional<Column> carried = new GatherFunctions(runs, start).carried();
        if (carried.isPresent()) {
            RunInput same = new RunInput(input.values(), carried, Optional.empty());
            return chosen(same, false, start, loop -> (_, _, from, to) -> loop.same(runs.rowCount(), from, to));
        }
        return framed(
                picked.frame(),
                input.edges(),
                rows -> chosen(
                        input,
                        picked.skipNulls(),
                        start,
                        loop -> (_, _, from, to) -> loop.picked(picked, rows, from, to)));
    }

    private Column picked(RunFunction.PickedBy picked, RunInput input) {
        try (Column places = runs.gather(input.byColumn())) {
            RowSteps each = RowSteps.of(places);
            return framed(
                    picked.frame(),
                    input.edges(),
                    rows -> chosen(
                            input,
                            picked.skipNulls(),
                            Start.NEW,
                            loop -> (_, _, from, to) -> loop.picked(each, rows, from, to)));
        }
    }

    private Column chosen(RunInput input, boolean skipNulls, Start start, Function<GatherLoop, Runs.RowLoop> choice) {
        try (Column values = skipNulls ? runs.gather(input.column()) : new NullColumn(0, runs.pool());
                ValidRows counted = ValidRows.of(values.validity(), !skipNulls, runs)) {
            return new GatherFunctions(runs, start)
                    .taken(
                            input.column(),
                            input.fill(),
                            chosen -> runs.forEachRows(choice.apply(new GatherLoop(counted, chosen))));
        }
    }

    private Column folded(Folded folded, RunInput input, Start start) {
        return switch (folded.aggregation()) {
            case Aggregation.First(boolean skipNulls) -> picked(new Picked(1, skipNulls, folded.frame()), input, start);
            case Aggregation.Last(boolean skipNulls) -> picked(new Picked(-1, skipNulls, folded.frame()), input, start);
            case Aggregation.Nth(int n, boolean skipNulls) ->
                picked(new Picked(n < 0 ? n : n + 1L, skipNulls, folded.frame()), input, start);
            default ->
                framed(folded.frame(), input.edges(), rows -> new Folding(runs, input, start).apply(folded, rows));
        };
    }

    @Override
    public void close() {
        frames.values().forEach(FrameRows::close);
        if (groups != null) {
            groups.close();
        }
        if (peers != null) {
            peers.close();
        }
    }
}
