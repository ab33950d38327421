package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the rows of a group come to as far as each row, in an order of the rows.
///
/// @param input what is scanned; null if rows are counted
/// @param nullsStay whether rows without a value get none
/// @param isBackwards whether the rows from the last one on are meant
/// @param distance of a shift, how many rows before; else 0
/// @param fill of a shift, the value of rows that have no such row; else null
record RunningScan(
        ScanKind kind,
        @Nullable Expr input,
        List<Within> order,
        boolean nullsStay,
        boolean isBackwards,
        int distance,
        @Nullable Object fill) {
    /// As in `scan_groups.cu`: so many rows of a group are kept for shifts.
    private static final int MOST_DISTANCE = 4;

    /// Few scans of a query differ in more than their inputs, and what Java generates takes microseconds until it is
    /// compiled.
    @Override
    public int hashCode() {
        return kind.ordinal() << 1 | (isBackwards ? 1 : 0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RunningScan scan
                && kind == scan.kind
                && distance == scan.distance
                && nullsStay == scan.nullsStay
                && isBackwards == scan.isBackwards
                && Objects.equals(input, scan.input)
                && order.equals(scan.order)
                && Objects.equals(fill, scan.fill);
    }

    RunningScan(ScanKind kind, @Nullable Expr input, List<Within> order, boolean nullsStay, boolean isBackwards) {
        this(kind, input, order, nullsStay, isBackwards, 0, null);
    }

    /// What a function asks for, if it is such a value.
    static Optional<RunningScan> of(GroupScan.Run scan) {
        return switch (scan.function()) {
            case RunFunction.RowNumber() -> Optional.of(rows(scan.order()));
            case RunFunction.Filled(boolean preceding) -> Optional.of(of(ScanKind.LATEST, scan, !preceding));
            case RunFunction.Shifted(long distance, boolean skipNulls)
            when isNear(distance) && !skipNulls -> Optional.of(shift(scan, (int) distance));
            case RunFunction.Picked(long n, boolean skipNulls, Frame frame)
            when isRunning(frame) -> n == -1 && skipNulls ? Optional.of(of(ScanKind.LATEST, scan)) : Optional.empty();
            case RunFunction.Folded(Aggregation aggregation, Frame frame)
            when isRunning(frame) -> folded(aggregation, scan);
            default -> Optional.empty();
        };
    }

    /// What an aggregate of the whole group asks of its last row, if it is such a value, and the order makes no
    /// difference.
    static Optional<RunningScan> whole(GroupScan.Run scan) {
        return scan.function() instanceof RunFunction.Folded(Aggregation aggregation, Frame frame)
                        && frame.equals(Frame.WHOLE)
                        && !scan.nullsStay()
                ? folded(aggregation, scan)
                        .filter(folded ->
                                folded.order().isEmpty() && !folded.kind().takesValues())
                : Optional.empty();
    }

    private static boolean isRunning(Frame frame) {
        return RunPicks.End.of(frame).filter(RunPicks.End::isRow).isPresent();
    }

    private static Optional<RunningScan> folded(Aggregation aggregation, GroupScan.Run scan) {
        return switch (aggregation) {
            case Aggregation.CountAll() -> Optional.of(rows(scan.order()));
            case Aggregation.CountValid() -> Optional.of(of(ScanKind.COUNTS, scan));
            case Aggregation.First _, Aggregation.Nth _ -> Optional.empty();
            case Aggregation.Last(boolean skipNulls) ->
                skipNulls ? Optional.of(of(ScanKind.LATEST, scan)) : Optional.empty();
            default -> Optional.of(of(ScanKind.of(aggregation), scan));
        };
    }

    private static RunningScan of(ScanKind kind, GroupScan.Run scan) {
        return of(kind, scan, false);
    }

    private static RunningScan of(ScanKind kind, GroupScan.Run scan, boolean isBackwards) {
        return new RunningScan(kind, scan.input().orElseThrow(), scan.order(), scan.nullsStay(), isBackwards);
    }

    private static boolean isNear(long distance) {
        return distance != 0 && -MOST_DISTANCE <= distance && distance <= MOST_DISTANCE;
    }

    private static RunningScan shift(GroupScan.Run scan, int distance) {
        return new RunningScan(
                ScanKind.SHIFTED,
                scan.input().orElseThrow(),
                scan.order(),
                false,
                distance < 0,
                Math.abs(distance),
                scan.fillValue());
    }

    /// The change of values of a type since an earlier row, or to a later one, if a walk computes it: whole numbers
    /// may have none.
    static Optional<RunningScan> change(Expr input, DataType type, long distance) {
        boolean isKept = type.isFloating()
                && isNear(distance)
                && Math.abs(distance) * CudaType.of(type).byteWidth() <= RunningScans.MOST_KEPT;
        return isKept
                ? Optional.of(new RunningScan(
                        ScanKind.CHANGED, input, List.of(), true, distance < 0, (int) Math.abs(distance), null))
                : Optional.empty();
    }

    private static RunningScan rows(List<Within> order) {
        return new RunningScan(ScanKind.COUNTS, null, order, false, false);
    }

    /// Whether a walk through the rows may compute both.
    boolean isAlike(RunningScan other) {
        return isBackwards == other.isBackwards && order.equals(other.order);
    }
}
