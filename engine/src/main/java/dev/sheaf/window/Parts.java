package dev.sheaf.window;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Share;

/// Which functions can be computed over a run in parts, one after the other: those that look back alone.
public final class Parts {
    private Parts() {}

    /// Whether a [Carry] holds all that the function has to know of the rows before.
    public static boolean accepts(RunFunction function) {
        return switch (function) {
            case RunFunction.RowNumber() -> true;
            case RunFunction.Ranked(RankMethod _, Share share, boolean skipNulls) -> share == Share.NONE && !skipNulls;
            case RunFunction.Picked(long n, boolean _, Frame frame) -> n == 1 && frame.isRunning();
            case RunFunction.Folded(Aggregation aggregation, Frame frame) ->
                frame.isRunning() && looksBack(aggregation);
            case RunFunction.CumulativeShare _,
                    RunFunction.Tile _,
                    RunFunction.Shifted _,
                    RunFunction.ShiftedBy _,
                    RunFunction.PickedBy _,
                    RunFunction.Filled _,
                    RunFunction.Smoothed _ -> false;
        };
    }

    private static boolean looksBack(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Last _, Aggregation.Nth _, Aggregation.MinBy _, Aggregation.MaxBy _ -> false;
            default -> true;
        };
    }

    /// Whether the function asks which rows are peers, so that a part has to end with the last of them.
    public static boolean looksAtPeers(RunFunction function) {
        return switch (function) {
            case RunFunction.Ranked _, RunFunction.CumulativeShare _ -> true;
            case RunFunction.Picked(long _, boolean _, Frame frame) -> frame.looksAtPeers();
            case RunFunction.Folded(Aggregation _, Frame frame) -> frame.looksAtPeers();
            case RunFunction.RowNumber _,
                    RunFunction.Tile _,
                    RunFunction.Shifted _,
                    RunFunction.ShiftedBy _,
                    RunFunction.PickedBy _,
                    RunFunction.Filled _,
                    RunFunction.Smoothed _ -> false;
        };
    }
}
