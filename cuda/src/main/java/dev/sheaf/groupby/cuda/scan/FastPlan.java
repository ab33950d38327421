package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.Nullness;
import dev.sheaf.groupby.cuda.request.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// A plan in the form that [dev.sheaf.groupby.cuda.fast.FastGroupBy] takes: keys and arguments are inputs
/// as they lie or, numbered behind them, what the scan computes of a row.
///
/// @param keys the numbers of the keys
/// @param computed what the scan computes
/// @param where the condition on rows
/// @param literals the words of the literals in the texts of these
/// @param outputs what becomes of the aggregates, one for each that is asked for
/// @param needsRows whether a column with the number of each row stands behind the inputs
public record FastPlan(
        List<Integer> keys,
        List<DeviceAggregate> aggregates,
        List<Output> outputs,
        boolean needsRows,
        boolean keepsNulls,
        List<ScanRows.Computed> computed,
        Optional<ScanRows.Computed> where,
        List<Long> literals) {
    public FastPlan {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
        outputs = List.copyOf(outputs);
        computed = List.copyOf(computed);
    }

    /// What becomes of an aggregate.
    public sealed interface Output {
        int aggregate();

        /// The result as it is.
        record Same(int aggregate) implements Output {}

        /// The aggregate picks a row of each group: the value of an input there.
        ///
        /// @param input -1 for the number of the row itself
        /// @param isInverted whether the row's number has its bits inverted
        /// @param takesNoNulls whether the input must not have nulls
        record OfRow(int aggregate, int input, boolean isInverted, boolean takesNoNulls) implements Output {}
    }

    /// Whether these inputs do.
    public boolean takes(List<DeviceColumn> inputs) {
        return outputs.stream()
                .noneMatch(output -> output instanceof Output.OfRow(int _, int input, boolean _, boolean takesNoNulls)
                        && takesNoNulls
                        && inputs.get(input).validity() != null);
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
        private final ExpressionText texts;
        private final List<DeviceAggregate> aggregates = new ArrayList<>();
        private final int rowInput;
        private final int stored;

        Builder(GeneralPlan plan) {
            this.plan = plan;
            this.texts = new ExpressionText(index -> column(plan.inputOfColumn(index)));
            boolean needsRows = plan.asks().stream().anyMatch(RowPick::isOfRow);
            this.rowInput = needsRows ? plan.inputs().size() : -1;
            this.stored = plan.inputs().size() + (needsRows ? 1 : 0);
        }

        public Optional<FastPlan> build() {
            List<Output> outputs = new ArrayList<>();
            for (GeneralPlan.Ask ask : plan.asks()) {
                Optional<Output> output = RowPick.isOfRow(ask)
                        ? picked(ask)
                        : aggregate(ask).map(aggregate -> {
                            aggregates.add(aggregate);
                            return new Output.Same(aggregates.size() - 1);
                        });
                if (output.isEmpty()) {
                    return Optional.empty();
                }
                outputs.add(output.orElseThrow());
            }
            List<Integer> keys = plan.keys().isEmpty()
                    ? List.of(number(NO_KEY))
                    : plan.keys().stream().map(this::number).toList();
            boolean keepsNulls = plan.request().options().nullKeys() == NullKeys.INCLUDE;
            Optional<ScanRows.Computed> where = plan.where() < 0 ? Optional.empty() : Optional.of(value(plan.where()));
            return Optional.of(new FastPlan(
                    keys, aggregates, outputs, rowInput >= 0, keepsNulls, computed, where, texts.literals()));
        }

        /// The row that an aggregate picks of each group, by a value of it or by its number.
        private Optional<Output> picked(GeneralPlan.Ask ask) {
            RowPick pick = RowPick.of(ask);
            boolean isGathered = pick.value() >= 0;
            if (ask.distinct()
                    || (isGathered && !isInput(plan.operands().get(pick.value())))
                    || (pick.by() >= 0
                            && !RowPick.canPack(plan.operands().get(pick.by()).type()))) {
                return Optional.empty();
            }
            ScanRows.Computed row = new ScanRows.Computed(DataType.UINT32, column(rowInput), List.of(rowInput), false);
            ScanRows.Computed packed = pick.by() < 0 ? row : pick.packed(value(pick.by()), row);
            int input = isGathered ? plan.inputOf(plan.operands().get(pick.value())) : -1;
            boolean isRead =
                    isGathered && RowPick.isRead(plan.inputs().get(input).type());
            if (pick.skipsNulls() && isRead) {
                packed = pick.whereValid(column(input), input, packed);
            }
            if (ask.filter() >= 0) {
                packed = filtered(value(ask.filter()), packed);
            }
            int number = packed.equals(row) ? rowInput : number(packed);
            DeviceAggregate.Function function =
                    pick.greatest() ? DeviceAggregate.Function.MAX : DeviceAggregate.Function.MIN;
            DeviceAggregate aggregate = new DeviceAggregate(function, number, packed.type());
            if (!aggregates.contains(aggregate)) {
                aggregates.add(aggregate);
            }
            return Optional.of(new Output.OfRow(
                    aggregates.indexOf(aggregate),
                    input,
                    pick.by() >= 0 && pick.greatest(),
                    isGathered && pick.skipsNulls() && !isRead));
        }

        private Optional<DeviceAggregate> aggregate(GeneralPlan.Ask ask) {
            if (ask.distinct()) {
                return Optional.empty();
            }
            if (ask.arguments().size() > 1) {
                return ofTwo(ask);
            }
            boolean isOfRows = ask.arguments().isEmpty();
            DataType type = isOfRows
                    ? DataType.INT64
                    : plan.operands().get(ask.argument()).type();
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

        private Optional<DeviceAggregate> ofTwo(GeneralPlan.Ask ask) {
            boolean areNumbers = ask.arguments().stream()
                    .map(operand -> plan.operands().get(operand).type())
                    .allMatch(FastPlan::isNumber);
            return areNumbers
                    ? function(ask.aggregation())
                            .map(known -> DeviceAggregate.ofTwo(
                                    known,
                                    argument(ask),
                                    number(ask.arguments().get(1)),
                                    ask.field().type(),
                                    parameter(ask.aggregation())))
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
            return filtered(
                    value(ask.filter()),
                    isOfRows
                            ? new ScanRows.Computed(DataType.UINT8, "just<u8>(1)", List.of(), false)
                            : value(ask.argument()));
        }

        private static ScanRows.Computed filtered(ScanRows.Computed filter, ScanRows.Computed argument) {
            Set<Integer> reads = new TreeSet<>(filter.reads());
            reads.addAll(argument.reads());
            String text = "given(" + filter.text() + ", " + argument.text() + ")";
            return new ScanRows.Computed(argument.type(), text, List.copyOf(reads), true, argument.isExact());
        }

        /// The number of an operand: its input's, or behind them.
        private int number(int operand) {
            Operand known = plan.operands().get(operand);
            return isInput(known) ? plan.inputOf(known) : number(value(operand));
        }

        private int number(ScanRows.Computed value) {
            int known = computed.indexOf(value);
            if (known < 0) {
                computed.add(value);
            }
            return stored + (known < 0 ? computed.size() - 1 : known);
        }

        private boolean isInput(Operand operand) {
            return operand.expr() instanceof BoundExpr.Column
                    || ExpressionText.refusal(operand.expr()).isPresent();
        }

        private ScanRows.Computed value(int number) {
            Operand operand = plan.operands().get(number);
            if (isInput(operand)) {
                int input = plan.inputOf(operand);
                return new ScanRows.Computed(operand.type(), column(input), List.of(input), false);
            }
            return new ScanRows.Computed(
                    operand.type(),
                    ((ExpressionText.Result.Text) texts.of(operand.expr())).text(),
                    inputs(operand.expr()),
                    Nullness.mayBeNull(operand.expr()));
        }

        private List<Integer> inputs(BoundExpr expr) {
            return BoundColumns.of(expr).stream()
                    .map(column -> plan.inputOfColumn(column.index()))
                    .sorted()
                    .toList();
        }

        private static String column(int input) {
            return "x" + input + "(i)";
        }
    }

    /// Whether the scan knows what a function of a type is.
    private static boolean isFit(Aggregation aggregation, DataType type) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> true;
            case Aggregation.Any(), Aggregation.All() -> type.equals(DataType.BOOL);
            case Aggregation.Min(), Aggregation.Max() ->
                CudaType.supports(type)
                        || type.equals(DataType.BOOL)
                        || type.equals(DataType.STRING)
                        || type.equals(DataType.BINARY);
            case Aggregation.Sum(), Aggregation.Mean() -> isNumber(type);
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.M2() -> isNumber(type);
            case Aggregation.Bitwise _ -> type.isInteger();
            case Aggregation.SumOfSquares() ->
                type.isFloating() || (type.isInteger() && CudaType.of(type).byteWidth() <= Integer.BYTES);
            default -> type.isFloating() || type.isInteger();
        };
    }

    private static boolean isNumber(DataType type) {
        return type.isFloating() || type.isInteger() || type instanceof DataType.DecimalType;
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
            case Aggregation.Covariance(int ddof) -> ddof;
            case Aggregation.Correlation() -> 1;
            default -> 0;
        };
    }

    private static Optional<DeviceAggregate.Function> function(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll() -> Optional.of(DeviceAggregate.Function.COUNT_ROWS);
            case Aggregation.CountValid() -> Optional.of(DeviceAggregate.Function.COUNT);
            case Aggregation.Sum(), Aggregation.SumOfSquares() -> Optional.of(DeviceAggregate.Function.SUM);
            case Aggregation.Mean() -> Optional.of(DeviceAggregate.Function.MEAN);
            case Aggregation.Min(), Aggregation.All() -> Optional.of(DeviceAggregate.Function.MIN);
            case Aggregation.Max(), Aggregation.Any() -> Optional.of(DeviceAggregate.Function.MAX);
            case Aggregation.Variance _ -> Optional.of(DeviceAggregate.Function.VARIANCE);
            case Aggregation.Std _ -> Optional.of(DeviceAggregate.Function.STD);
            case Aggregation.M2() -> Optional.of(DeviceAggregate.Function.M2);
            case Aggregation.Covariance _ -> Optional.of(DeviceAggregate.Function.COVARIANCE);
            case Aggregation.Correlation() -> Optional.of(DeviceAggregate.Function.CORRELATION);
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
            DataType type = i < plan.inputs().size()
                    ? plan.inputs().get(i).type()
                    : inputs.get(i).type();
            fields.add(new Field("c" + i, type));
        }
        return new ScanRows(new DeviceTable(new Schema(fields), inputs, rows), computed, where, literals);
    }

    /// What the fast strategies are asked of such rows.
    public FastRequest request(ScanRows rows) {
        return new FastRequest(rows, keys, keepsNulls, aggregates);
    }

    /// What of the request the scan computes besides groups, for `explain`; empty if nothing.
    public String fused() {
        if (computed.isEmpty()) {
            return "";
        }
        String values = computed.size() == 1 ? "an expression" : computed.size() + " expressions";
        return ", with " + values + " in its scan";
    }
}
