package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.BoundExpr;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A plan in the form that [FastGroupBy] takes: keys and arguments are columns as they lie, and nothing is left
/// out of any aggregate.
///
/// @param keys the inputs that are keys
record FastPlan(List<Integer> keys, List<DeviceAggregate> aggregates, boolean keepsNulls) {
    FastPlan {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    /// The form of a plan, if it has one.
    static Optional<FastPlan> of(GeneralPlan plan) {
        var options = plan.request().options();
        boolean isPlain = plan.where() < 0
                && options.order() != Order.FIRST_APPEARANCE
                && options.sums() == Sums.FAST
                && options.overflow() == Overflow.ERROR
                && plan.lanes().stream().allMatch(lane -> lane.expr() instanceof BoundExpr.Column);
        if (!isPlain) {
            return Optional.empty();
        }
        List<DeviceAggregate> aggregates = new ArrayList<>();
        for (GeneralPlan.Ask ask : plan.asks()) {
            Optional<DeviceAggregate> aggregate = aggregate(plan, ask);
            if (aggregate.isEmpty()) {
                return Optional.empty();
            }
            aggregates.add(aggregate.orElseThrow());
        }
        List<Integer> keys = plan.keys().stream().map(lane -> input(plan, lane)).toList();
        return Optional.of(new FastPlan(keys, aggregates, options.nullKeys() == NullKeys.INCLUDE));
    }

    private static int input(GeneralPlan plan, int lane) {
        return plan.inputOf(plan.lanes().get(lane));
    }

    private static Optional<DeviceAggregate> aggregate(GeneralPlan plan, GeneralPlan.Ask ask) {
        if (ask.distinct() || ask.filter() >= 0) {
            return Optional.empty();
        }
        Optional<DeviceAggregate.Function> function = function(ask.aggregation());
        int column = ask.arguments().isEmpty() ? -1 : input(plan, ask.argument());
        DataType type =
                column < 0 ? DataType.INT64 : plan.lanes().get(ask.argument()).type();
        boolean isNumber = type.isFloating() || type.isInteger();
        boolean isCount = ask.aggregation() instanceof Aggregation.CountAll
                || ask.aggregation() instanceof Aggregation.CountValid;
        return isNumber || isCount
                ? function.map(
                        known -> new DeviceAggregate(known, column, ask.field().type(), ddof(ask.aggregation())))
                : Optional.empty();
    }

    private static double ddof(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Variance(int ddof) -> ddof;
            case Aggregation.Std(int ddof) -> ddof;
            default -> 0;
        };
    }

    private static Optional<DeviceAggregate.Function> function(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll() -> Optional.of(DeviceAggregate.Function.COUNT_ROWS);
            case Aggregation.CountValid() -> Optional.of(DeviceAggregate.Function.COUNT);
            case Aggregation.Sum() -> Optional.of(DeviceAggregate.Function.SUM);
            case Aggregation.Mean() -> Optional.of(DeviceAggregate.Function.MEAN);
            case Aggregation.Min() -> Optional.of(DeviceAggregate.Function.MIN);
            case Aggregation.Max() -> Optional.of(DeviceAggregate.Function.MAX);
            case Aggregation.Variance _ -> Optional.of(DeviceAggregate.Function.VARIANCE);
            case Aggregation.Std _ -> Optional.of(DeviceAggregate.Function.STD);
            case Aggregation.Median() -> Optional.of(DeviceAggregate.Function.MEDIAN);
            default -> Optional.empty();
        };
    }

    /// The inputs of a plan as a table on the device; the columns stay whose they are.
    static DeviceTable table(GeneralPlan plan, List<DeviceColumn> inputs, long rows) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            fields.add(new Field("c" + i, plan.inputs().get(i).type()));
        }
        return new DeviceTable(new Schema(fields), inputs, rows);
    }
}
