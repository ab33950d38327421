package dev.sheaf.plan.exec;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.window.Frame;
import dev.sheaf.window.RunFunction;
import dev.sheaf.window.RunFunction.RankMethod;
import dev.sheaf.window.RunFunction.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Calls of windows as the scans that a device knows.
final class ScanCalls {
    private ScanCalls() {}

    /// The operator that computes some calls behind the columns of their input; empty if there is none: where
    /// partitions differ or, as orders, are no columns, or a function or a frame is no scan.
    static Optional<ResidentOperator> of(List<WindowCall> calls) {
        List<GroupScan> scans = new ArrayList<>();
        List<Expr> partition = calls.getFirst().partitionBy();
        for (WindowCall call : calls) {
            Optional<GroupScan> scan = call.partitionBy().equals(partition) ? scan(call) : Optional.empty();
            if (scan.isEmpty()) {
                return Optional.empty();
            }
            scans.add(scan.get());
        }
        return names(partition).map(keys -> new ResidentOperator.Scans(keys, NullKeys.INCLUDE, scans, true));
    }

    private static Optional<List<String>> names(List<Expr> exprs) {
        List<String> names = exprs.stream()
                .map(Expr::unaliased)
                .filter(Expr.ColumnRef.class::isInstance)
                .map(Expr::outputName)
                .toList();
        return names.size() == exprs.size() ? Optional.of(names) : Optional.empty();
    }

    private static Optional<GroupScan> scan(WindowCall call) {
        return names(call.orderBy().stream().map(SortKey::expr).toList()).flatMap(order -> {
            List<Within> within = new ArrayList<>();
            for (int i = 0; i < order.size(); i++) {
                SortDirection direction = call.orderBy().get(i).direction();
                within.add(new Within(order.get(i), direction));
            }
            return function(call.function())
                    .map(of -> new GroupScan.Run(call.name(), of.input(), of.function(), null, false, within));
        });
    }

    private record Of(RunFunction function, Optional<Expr> input) {}

    private static Optional<Of> function(WindowFunction function) {
        return switch (function) {
            case WindowFunction.RowNumber() -> number(new RunFunction.RowNumber());
            case WindowFunction.Rank() -> rank(RankMethod.MIN, Share.NONE);
            case WindowFunction.DenseRank() -> rank(RankMethod.DENSE, Share.NONE);
            case WindowFunction.PercentRank() -> rank(RankMethod.MIN, Share.FROM_ZERO);
            case WindowFunction.CumulativeShare() -> number(new RunFunction.CumulativeShare());
            case WindowFunction.Tile(long parts) -> number(new RunFunction.Tile(parts));
            case WindowFunction.Shifted shifted ->
                shifted.otherwise().isPresent()
                        ? Optional.empty()
                        : of(new RunFunction.Shifted(shifted.distance(), shifted.skipNulls()), shifted.value());
            case WindowFunction.ShiftedBy _, WindowFunction.PickedBy _ -> Optional.empty();
            case WindowFunction.Picked picked ->
                of(
                        new RunFunction.Picked(
                                picked.n(), picked.skipNulls(), picked.frame().shape()),
                        picked.value());
            case WindowFunction.Framed(Expr.Aggregate aggregate, var frame) -> aggregate(aggregate, frame.shape());
            case WindowFunction.Aggregated(Expr.Aggregate aggregate) -> aggregate(aggregate, Frame.WHOLE);
            case WindowFunction.Smoothed smoothed -> of(smoothed.run(), smoothed.value());
        };
    }

    private static Optional<Of> number(RunFunction function) {
        return Optional.of(new Of(function, Optional.empty()));
    }

    private static Optional<Of> rank(RankMethod method, Share share) {
        return number(new RunFunction.Ranked(method, share, false));
    }

    private static Optional<Of> of(RunFunction function, Expr input) {
        return Optional.of(new Of(function, Optional.of(input)));
    }

    private static Optional<Of> aggregate(Expr.Aggregate aggregate, Frame frame) {
        boolean isPlain = !aggregate.distinct()
                && aggregate.filter().isEmpty()
                && aggregate.arguments().size() <= 1;
        return isPlain
                ? Optional.of(new Of(
                        new RunFunction.Folded(aggregate.aggregation(), frame),
                        aggregate.arguments().stream().findFirst()))
                : Optional.empty();
    }
}
