package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.groupby.cuda.rows.RunningRows;
import dev.sheaf.groupby.cuda.runs.RunPicks.End;
import dev.sheaf.groupby.cuda.runs.RunPicks.Ranking;
import dev.sheaf.groupby.cuda.runs.RunPicks.Reads;
import dev.sheaf.groupby.cuda.runs.RunPicks.Row;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The values of functions of [ScanSupport] over runs; each in the order of the table and the caller's. Empty
/// if texts come to more than 2 GiB.
///
/// @param sorted gives the runs, which are sorted when the first function asks for them
record RunValues(
        Supplier<RowRuns> sorted, RunningScans running, List<Within> order, DeviceRun run, KernelStore kernels) {

    /// The values of a function of `input`, if it takes one, which stays open.
    Optional<DeviceColumn> of(GroupScan.Run scan, @Nullable DeviceColumn input) {
        DeviceColumn nulls = scan.nullsStay() && input != null && input.validity() != null ? input : null;
        return switch (scan.function()) {
            case RunFunction.RowNumber(), RunFunction.Filled _ ->
                throw new IllegalArgumentException("running values are no business of runs");
            case RunFunction.Tile(long parts) -> Optional.of(number(Ranking.TILE, parts));
            case RunFunction.CumulativeShare() ->
                Optional.of(picks().number(Ranking.SHARE_SO_FAR, DataType.FLOAT64, End.NONE, 0, Reads.NOTHING));
            case RunFunction.Ranked ranked -> Optional.of(ranked(ranked, input));
            case RunFunction.Shifted(long distance, boolean _) -> shifted(given(input), distance, scan.fillValue());
            case RunFunction.PickedBy _ -> throw new IllegalArgumentException("places of each row are of the CPU");
            case RunFunction.ShiftedBy _ -> throw new IllegalArgumentException("shifts by each row are of the CPU");
            case RunFunction.Picked(long n, boolean skipNulls, Frame frame) ->
                picked(given(input), n, skipNulls, end(frame), nulls);
            case RunFunction.Folded(Aggregation aggregation, Frame frame) ->
                folded(aggregation, end(frame), input, nulls, scan.input());
            case RunFunction.Smoothed _ -> throw new IllegalArgumentException("smoothed values are of the CPU");
        };
    }

    private RowRuns runs() {
        return sorted.get();
    }

    private static DeviceColumn given(@Nullable DeviceColumn input) {
        return Objects.requireNonNull(input, "the function takes a column");
    }

    private static End end(Frame frame) {
        return End.of(frame).orElseThrow(() -> new IllegalArgumentException("frames of the CPU"));
    }

    private RunPicks picks() {
        return new RunPicks(runs(), run, kernels);
    }

    private DeviceColumn number(Ranking what, long argument) {
        return picks().number(what, DataType.INT64, End.NONE, argument, Reads.NOTHING);
    }

    private DeviceColumn ranked(RunFunction.Ranked ranked, @Nullable DeviceColumn input) {
        boolean isDense = ranked.method() == RunFunction.RankMethod.DENSE;
        boolean isFloating =
                ranked.method() == RunFunction.RankMethod.AVERAGE || ranked.share() != RunFunction.Share.NONE;
        Ranking what = switch (ranked.method()) {
            case FIRST -> Ranking.ROW_NUMBER;
            case AVERAGE -> Ranking.MEAN_RANK;
            case MIN -> Ranking.LEAST_RANK;
            case MAX -> Ranking.MOST_RANK;
            case DENSE -> Ranking.DENSE_RANK;
        };
        DeviceColumn nulls = ranked.skipNulls() && given(input).validity() != null ? input : null;
        try (Buffer numbers = isDense ? counts(runs().marks(), RowRuns.PEER_MARK) : null) {
            return picks().number(
                            what,
                            isFloating ? DataType.FLOAT64 : DataType.INT64,
                            End.NONE,
                            ranked.share().ordinal(),
                            new Reads(numbers, nulls));
        }
    }

    private Buffer counts(Buffer marks, int mask) {
        return new RunningRows(run, kernels).counts(marks, runs().rows(), mask, runs().marks());
    }

    private Optional<DeviceColumn> shifted(DeviceColumn input, long distance, @Nullable Object fillValue) {
        if (fillValue == null) {
            return picks().shifted(input, distance, RunPicks.NO_ROW);
        }
        try (DeviceColumn fill = Upload.constant(fillValue, input.type(), run.accounts(), run.stream())) {
            Optional<DeviceColumn> both = new RowOperators(run, kernels).stacked(List.of(input, fill));
            if (both.isEmpty()) {
                return Optional.empty();
            }
            try (DeviceColumn filled = both.get()) {
                return picks().shifted(filled, distance, runs().rows());
            }
        }
    }

    /// Values at the nearest place that has one, before or, if `isReversed`, behind.
    private Optional<DeviceColumn> found(
            DeviceColumn input, Row what, End end, boolean isReversed, @Nullable DeviceColumn nulls) {
        try (Buffer marks = valid(input);
                Buffer places = new RunningRows(run, kernels).latest(marks, runs().rows(), 1, isReversed)) {
            return picks().take(input, what, end, 0, new Reads(places, nulls));
        }
    }

    private Buffer valid(DeviceColumn input) {
        Buffer marks = run.allocate(Math.max(1, runs().rows()), "rows with a value");
        run.each(
                RowRuns.KERNEL,
                "mark_valid",
                RowRuns.threads(runs().rows()),
                runs().order().address(),
                input.validityAddress(),
                input.firstBit(),
                runs().rows(),
                marks.address());
        return marks;
    }

    private Optional<DeviceColumn> picked(
            DeviceColumn input, long n, boolean skipNulls, End end, @Nullable DeviceColumn nulls) {
        if (skipNulls && input.validity() != null) {
            return n < 0
                    ? found(input, Row.LAST_VALID, end, false, nulls)
                    : found(input, Row.FIRST_VALID, end, true, nulls);
        }
        return picks().take(input, Row.NTH, end, n, new Reads(null, nulls));
    }

    private Optional<DeviceColumn> folded(
            Aggregation aggregation,
            End end,
            @Nullable DeviceColumn input,
            @Nullable DeviceColumn nulls,
            Optional<Expr> asked) {
        return switch (aggregation) {
            case Aggregation.CountAll() -> Optional.of(rows(end));
            case Aggregation.CountValid() -> Optional.of(values(given(input), end, nulls));
            case Aggregation.First(boolean skipNulls) -> picked(given(input), 1, skipNulls, end, nulls);
            case Aggregation.Last(boolean skipNulls) -> picked(given(input), -1, skipNulls, end, nulls);
            case Aggregation.Nth(int n, boolean skipNulls) ->
                picked(given(input), n < 0 ? n : n + 1L, skipNulls, end, nulls);
            default -> scanned(ScanKind.of(aggregation), end, nulls, asked.orElseThrow());
        };
    }

    private DeviceColumn rows(End end) {
        return picks().number(Ranking.ROWS, DataType.INT64, end, end.distance(), Reads.NOTHING);
    }

    private DeviceColumn values(DeviceColumn input, End end, @Nullable DeviceColumn nulls) {
        if (input.validity() == null) {
            return rows(end);
        }
        try (Buffer marks = valid(input);
                Buffer counts = counts(marks, 1)) {
            return picks().number(Ranking.COUNTED, DataType.INT64, end, end.distance(), new Reads(counts, nulls));
        }
    }

    /// Frames that end elsewhere take what the row at their end has.
    private Optional<DeviceColumn> scanned(ScanKind kind, End end, @Nullable DeviceColumn nulls, Expr asked) {
        RunningScan scan = new RunningScan(kind, asked, order, false, false);
        return running.of(scan).flatMap(all -> {
            try (DeviceColumn soFar = all) {
                return picks().take(soFar, Row.SCANNED, end, 0, new Reads(null, nulls));
            }
        });
    }
}
