package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import java.util.List;
import java.util.Optional;

/// Which scans the device computes, and why it does not compute the others.
record ScanSupport(Schema schema) {

    /// Why a scan runs on the CPU, if it does.
    ///
    /// @throws IllegalArgumentException if a column does not exist or an expression does not fit
    Optional<String> refusal(GroupScan scan) {
        return switch (scan) {
            case GroupScan.Run run -> refusal(run);
            case GroupScan.Change(String _, Expr input, long _, boolean _) -> computed(input);
            case GroupScan.Replaced(String _, Expr input, Expr by) ->
                computed(input).or(() -> holdsAggregate(by) ? ofAggregate(by) : computed(by));
            case GroupScan.Transformed(String _, Expr aggregate) -> ofAggregate(aggregate);
            case GroupScan.GroupNumber _ -> Optional.empty();
        };
    }

    private Optional<String> computed(Expr expr) {
        DataType type = Binder.bind(expr.unaliased(), schema).type();
        return DeviceColumn.canHold(type)
                ? RowOperators.refusal(List.of(expr), schema)
                : Optional.of("values of type " + type + " are scanned on the CPU");
    }

    /// The aggregate that an expression is, if it is nothing more.
    static Optional<Expr.Aggregate> plain(Expr expr) {
        return expr.unaliased() instanceof Expr.Aggregate aggregate
                        && !aggregate.distinct()
                        && aggregate.filter().isEmpty()
                ? Optional.of(aggregate)
                : Optional.empty();
    }

    private static boolean holdsAggregate(Expr expr) {
        return expr instanceof Expr.Aggregate || expr.children().stream().anyMatch(ScanSupport::holdsAggregate);
    }

    private Optional<String> ofAggregate(Expr expr) {
        Optional<Expr.Aggregate> aggregate = plain(expr);
        return aggregate.isEmpty()
                ? Optional.of(expr.outputName() + " is computed on the CPU")
                : refusal(whole(expr.outputName(), aggregate.get()));
    }

    /// The aggregate of the group on each of its rows.
    static GroupScan.Run whole(String name, Expr.Aggregate aggregate) {
        RunFunction function = new RunFunction.Folded(aggregate.aggregation(), Frame.WHOLE);
        Optional<Expr> input = aggregate.arguments().stream().findFirst();
        return new GroupScan.Run(name, input, function, null, false, List.of());
    }

    private Optional<String> refusal(GroupScan.Run run) {
        Optional<DataType> type =
                run.input().map(input -> Binder.bind(input.unaliased(), schema).type());
        return run.input()
                .flatMap(this::computed)
                .or(() -> RunSort.refusal(run.order(), schema))
                .or(() -> refusal(run.function(), type.orElse(DataType.BOOL)));
    }

    private static Optional<String> refusal(RunFunction function, DataType type) {
        return switch (function) {
            case RunFunction.RowNumber(), RunFunction.CumulativeShare(), RunFunction.Tile _, RunFunction.Filled _ ->
                Optional.empty();
            case RunFunction.Ranked ranked ->
                only(
                        !ranked.skipNulls() || ranked.share() == RunFunction.Share.NONE,
                        "shares of ranks that leave nulls out are computed on the CPU");
            case RunFunction.Shifted shifted ->
                only(!shifted.skipNulls(), "shifts that leave nulls out are computed on the CPU");
            case RunFunction.PickedBy _ -> Optional.of("rows of a frame by a place of each row are found on the CPU");
            case RunFunction.ShiftedBy _ -> Optional.of("shifts by a distance of each row are computed on the CPU");
            case RunFunction.Picked(long n, boolean skipNulls, Frame frame) -> picked(n, skipNulls, frame);
            case RunFunction.Folded(Aggregation aggregation, Frame frame) -> folded(aggregation, frame, type);
            case RunFunction.Smoothed _ -> Optional.of("smoothed values are computed on the CPU");
        };
    }

    private static Optional<String> only(boolean isComputed, String otherwise) {
        return isComputed ? Optional.empty() : Optional.of(otherwise);
    }

    private static Optional<String> picked(long n, boolean skipNulls, Frame frame) {
        return frames(frame)
                .or(() -> only(
                        !skipNulls || Math.abs(n) == 1,
                        "values counted without nulls are found on the CPU unless they are the first or last"));
    }

    private static Optional<String> frames(Frame frame) {
        return only(
                RunPicks.End.of(frame).isPresent(), "frames that do not begin with the group are computed on the CPU");
    }

    private static Optional<String> folded(Aggregation aggregation, Frame frame, DataType type) {
        return frames(frame).or(() -> switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.First _, Aggregation.Last _ ->
                Optional.empty();
            case Aggregation.Nth(int n, boolean skipNulls) -> picked(n < 0 ? n : n + 1L, skipNulls, frame);
            default ->
                AggregationTypes.accepts(aggregation, List.of(type))
                        ? ScanKind.refusal(aggregation, type, AggregationTypes.resultType(aggregation, List.of(type)))
                        : Optional.of(aggregation + " of " + type + " is refused by the CPU, too");
        });
    }
}
