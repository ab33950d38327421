package dev.sheaf.plan.physical;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.plan.FrameFolds;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.window.Frame;
import dev.sheaf.window.Parts;
import dev.sheaf.window.RunFunction;

/// How far a window call looks from a row of its partition.
sealed interface Reach {
    /// Frames may look at so many rows before or behind a part of a partition.
    long MAX_AROUND = 1 << 16;

    /// Back to the start of the partition; what it has to know of the rows there can be carried along.
    ///
    /// @param peers whether it looks ahead as far as the peers of the row
    record Back(boolean peers) implements Reach {}

    /// So many rows before and behind.
    record Around(int before, int behind) implements Reach {}

    /// At the whole partition.
    record Whole() implements Reach {}

    /// The reach of a call over rows of a schema.
    static Reach of(WindowCall call, Schema input) {
        if (call.function() instanceof WindowFunction.Aggregated) {
            return new Whole();
        }
        RunFunction function = WindowInput.function(call.function());
        boolean isRun = !(call.function() instanceof WindowFunction.Framed framed) || FrameFolds.slides(framed, input);
        boolean looksBack = isRun && Parts.accepts(function);
        boolean peers = Parts.looksAtPeers(function);
        if (looksBack && peers && call.orderBy().isEmpty()) {
            return new Whole(); // all rows are peers
        }
        return looksBack ? new Back(peers) : around(function);
    }

    private static Reach around(RunFunction function) {
        return switch (function) {
            case RunFunction.Shifted(long distance, boolean skipNulls) ->
                skipNulls ? new Whole() : around(-distance, -distance);
            case RunFunction.ShiftedBy _ -> new Whole();
            case RunFunction.Picked(long _, boolean _, Frame frame) -> around(frame);
            case RunFunction.PickedBy(boolean _, Frame frame) -> around(frame);
            case RunFunction.Folded(Aggregation _, Frame frame) -> around(frame);
            case RunFunction.RowNumber _,
                    RunFunction.Ranked _,
                    RunFunction.CumulativeShare _,
                    RunFunction.Tile _,
                    RunFunction.Filled _,
                    RunFunction.Smoothed _ -> new Whole();
        };
    }

    private static Reach around(Frame frame) {
        boolean countsRows = frame.unit() == Frame.Unit.ROWS
                && frame.rises()
                && (frame.exclusion() == Frame.Exclusion.NOTHING || frame.exclusion() == Frame.Exclusion.CURRENT_ROW)
                && !(frame.lower() instanceof Frame.Unbounded)
                && !(frame.upper() instanceof Frame.Unbounded);
        return countsRows ? around(rows(frame.lower()), rows(frame.upper())) : new Whole();
    }

    private static long rows(Frame.Bound bound) {
        return bound instanceof Frame.Distance(long rows) ? rows : 0;
    }

    /// From the row `from` to the row `to`, counted from the current one.
    private static Reach around(long from, long to) {
        boolean isNear = from >= -MAX_AROUND && from <= MAX_AROUND && to >= -MAX_AROUND && to <= MAX_AROUND;
        int before = (int) Math.max(0, -Math.min(from, to));
        int behind = (int) Math.max(0, Math.max(from, to));
        return isNear ? new Around(before, behind) : new Whole();
    }
}
