package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.Lane;
import dev.sheaf.groupby.cuda.request.Nullness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A plan in the form that [dev.sheaf.groupby.cuda.fast.FastGroupBy] takes: keys and arguments are inputs as they lie
/// or, numbered behind
/// them, what the scan computes of a row.
///
/// @param keys the numbers of the keys
/// @param computed what the scan computes
/// @param where the condition on rows
public record FastPlan(
        List<Integer> keys,
        List<DeviceAggregate> aggregates,
        boolean keepsNulls,
        List<ScanRows.Computed> computed,
        Optional<ScanRows.Computed> where) {
    public FastPlan {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
        computed = List.copyOf(computed);
    }

    /// The form of a plan, if it has one.
    public static Optional<FastPlan> of(GeneralPlan plan) {
        var options = plan.request().options();
        boolean isFit = options.order() != Order.FIRST_APPEARANCE
                && options.sums() == Sums.FAST
                && options.overflow() == Overflow.ERROR;
        return isFit ? new Builder(plan).build() : Optional.empty();
    }

    /// The key of all rows where nothing is a key.
    private static final ScanRows.Computed NO_KEY =
            new ScanRows.Computed(DataType.INT8, "just<i8>(0)", List.of(), false);

    private static final class Builder {
        private final GeneralPlan plan;
        private final List<ScanRows.Computed> computed = new ArrayList<>();

        public Builder(GeneralPlan plan) {
            this.plan = plan;
        }

        public Optional<FastPlan> build() {
            List<DeviceAggregate> aggregates = new ArrayList<>();
            for (GeneralPlan.Ask ask : plan.asks()) {
                Optional<DeviceAggregate> aggregate = aggregate(ask);
                if (aggregate.isEmpty()) {
                    return Optional.empty();
                }
                aggregates.add(aggregate.orElseThrow());
            }
            List<Integer> keys = plan.keys().isEmpty()
                    ? List.of(number(NO_KEY))
                    : plan.keys().stream().map(this::number).toList();
            boolean keepsNulls = plan.request().options().nullKeys() == NullKeys.INCLUDE;
            Optional<ScanRows.Computed> where = plan.where() < 0 ? Optional.empty() : Optional.of(value(plan.where()));
            return Optional.of(new FastPlan(keys, aggregates, keepsNulls, computed, where));
        }

        private Optional<DeviceAggregate> aggregate(GeneralPlan.Ask ask) {
            if (ask.distinct() || ask.arguments().size() > 1) {
                return Optional.empty();
            }
            boolean isOfRows = ask.arguments().isEmpty();
            DataType type =
                    isOfRows ? DataType.INT64 : plan.lanes().get(ask.argument()).type();
            return isFit(ask.aggregation(), type)
                    ? function(ask.aggregation())
                            .map(known -> new DeviceAggregate(
                                    ask.filter() >= 0 && isOfRows ? DeviceAggregate.Function.COUNT : known,
                                    argument(ask),
                                    ask.field().type(),
                                    parameter(ask.aggregation()),
                                    between(ask.aggregation())))
                    : Optional.empty();
        }

        /// The number of what is aggregated, which is null where the aggregate's own condition is not true; -1
        /// if it is the row itself.
        private int argument(GeneralPlan.Ask ask) {
            boolean isOfRows = ask.arguments().isEmpty();
            if (ask.aggregation() instanceof Aggregation.SumOfSquares()) {
                ScanRows.Computed of = ask.filter() < 0 ? value(ask.argument()) : filtered(ask);
                DataType type = ask.field().type();
                String text = "squared<" + ExpressionText.type(type) + ">(" + of.text() + ")";
                return number(new ScanRows.Computed(type, text, of.reads(), of.mayBeNull()));
            }
            if (ask.filter() < 0) {
                return isOfRows ? -1 : number(ask.argument());
            }
            return number(filtered(ask));
        }

        /// What is aggregated where the aggregate's own condition is true, else null.
        private ScanRows.Computed filtered(GeneralPlan.Ask ask) {
            boolean isOfRows = ask.arguments().isEmpty();
            ScanRows.Computed filter = value(ask.filter());
            ScanRows.Computed argument = isOfRows
                    ? new ScanRows.Computed(DataType.UINT8, "just<u8>(1)", List.of(), false)
                    : value(ask.argument());
            Set<Integer> reads = new TreeSet<>(filter.reads());
            reads.addAll(argument.reads());
            String text = "given(" + filter.text() + ", " + argument.text() + ")";
            return new ScanRows.Computed(argument.type(), text, List.copyOf(reads), true);
        }

        /// The number of a lane: its input's, or behind them.
        private int number(int lane) {
            Lane known = plan.lanes().get(lane);
            return isInput(known) ? plan.inputOf(known) : number(value(lane));
        }

        private int number(ScanRows.Computed value) {
            int known = computed.indexOf(value);
            if (known < 0) {
                computed.add(value);
            }
            return plan.inputs().size() + (known < 0 ? computed.size() - 1 : known);
        }

        private boolean isInput(Lane lane) {
            return lane.expr() instanceof BoundExpr.Column
                    || ExpressionText.of(lane.expr(), _ -> "") instanceof ExpressionText.Result.Refused;
        }

        private ScanRows.Computed value(int number) {
            Lane lane = plan.lanes().get(number);
            if (isInput(lane)) {
                int input = plan.inputOf(lane);
                return new ScanRows.Computed(lane.type(), column(input), List.of(input), false);
            }
            Set<Integer> reads = new TreeSet<>();
            ExpressionText.Result text = ExpressionText.of(lane.expr(), index -> {
                int input = plan.inputOfColumn(index);
                reads.add(input);
                return column(input);
            });
            return new ScanRows.Computed(
                    lane.type(),
                    ((ExpressionText.Result.Text) text).text(),
                    List.copyOf(reads),
                    Nullness.mayBeNull(lane.expr()));
        }

        private static String column(int input) {
            return "x" + input + "(i)";
        }
    }

    /// Whether the scan knows what a function of a type is.
    private static boolean isFit(Aggregation aggregation, DataType type) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> true;
            case Aggregation.Min(), Aggregation.Max() -> CudaType.supports(type);
            case Aggregation.Sum(), Aggregation.Mean() ->
                type.isFloating() || type.isInteger() || type instanceof DataType.DecimalType;
            case Aggregation.Bitwise _ -> type.isInteger();
            case Aggregation.SumOfSquares() ->
                type.isFloating() || (type.isInteger() && CudaType.of(type).byteWidth() <= Integer.BYTES);
            default -> type.isFloating() || type.isInteger();
        };
    }

    private static Aggregation.Interpolation between(Aggregation aggregation) {
        return aggregation instanceof Aggregation.Quantile quantile
                ? quantile.interpolation()
                : Aggregation.Interpolation.LINEAR;
    }

    private static double parameter(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.Quantile quantile -> quantile.q();
            case Aggregation.Variance(int ddof) -> ddof;
            case Aggregation.Std(int ddof) -> ddof;
            default -> 0;
        };
    }

    private static Optional<DeviceAggregate.Function> function(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll() -> Optional.of(DeviceAggregate.Function.COUNT_ROWS);
            case Aggregation.CountValid() -> Optional.of(DeviceAggregate.Function.COUNT);
            case Aggregation.Sum(), Aggregation.SumOfSquares() -> Optional.of(DeviceAggregate.Function.SUM);
            case Aggregation.Mean() -> Optional.of(DeviceAggregate.Function.MEAN);
            case Aggregation.Min() -> Optional.of(DeviceAggregate.Function.MIN);
            case Aggregation.Max() -> Optional.of(DeviceAggregate.Function.MAX);
            case Aggregation.Variance _ -> Optional.of(DeviceAggregate.Function.VARIANCE);
            case Aggregation.Std _ -> Optional.of(DeviceAggregate.Function.STD);
            case Aggregation.Median() -> Optional.of(DeviceAggregate.Function.MEDIAN);
            case Aggregation.Quantile _ -> Optional.of(DeviceAggregate.Function.QUANTILE);
            case Aggregation.Bitwise(Aggregation.BitOperation operation) ->
                Optional.of(
                        switch (operation) {
                            case AND -> DeviceAggregate.Function.BIT_AND;
                            case OR -> DeviceAggregate.Function.BIT_OR;
                            case XOR -> DeviceAggregate.Function.BIT_XOR;
                        });
            default -> Optional.empty();
        };
    }

    /// The rows that the scan reads; the inputs stay whose they are.
    public ScanRows rows(GeneralPlan plan, List<DeviceColumn> inputs, long rows) {
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            fields.add(new Field("c" + i, plan.inputs().get(i).type()));
        }
        return new ScanRows(new DeviceTable(new Schema(fields), inputs, rows), computed, where);
    }

    /// What the fast strategies are asked of such rows.
    public FastRequest request(ScanRows rows) {
        return new FastRequest(rows, keys, keepsNulls, aggregates);
    }

    /// What of the request the scan computes besides groups, for `explain`; empty if nothing.
    public String fused() {
        List<String> parts = new ArrayList<>();
        if (!computed.isEmpty()) {
            parts.add(computed.size() == 1 ? "an expression" : computed.size() + " expressions");
        }
        if (where.isPresent()) {
            parts.add("the condition");
        }
        return parts.isEmpty() ? "" : ", with " + String.join(" and ", parts) + " in its scan";
    }
}
