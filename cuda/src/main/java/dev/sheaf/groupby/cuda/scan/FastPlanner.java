package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.ExpressionSupport;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.Nullness;
import dev.sheaf.groupby.cuda.request.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Brings a plan into the form of a [FastPlan]: its keys, conditions and arguments become numbers of inputs and of what
/// the scan computes of a row.
public final class FastPlanner {
    /// The key of all rows where nothing is a key.
    private static final ScanRows.Computed NO_KEY =
            new ScanRows.Computed(DataType.INT8, "just<i8>(0)", List.of(), false);

    private final GeneralPlan plan;
    private final List<ScanRows.Computed> computed = new ArrayList<>();
    private final ExpressionText texts;
    private final List<DeviceAggregate> aggregates = new ArrayList<>();
    private final int rowInput;
    private final int stored;

    private FastPlanner(GeneralPlan plan) {
        this.plan = plan;
        this.texts = new ExpressionText(index -> column(plan.inputOfColumn(index)));
        boolean needsRows = plan.asks().stream().anyMatch(RowPick::isOfRow);
        this.rowInput = needsRows ? plan.inputs().size() : -1;
        this.stored = plan.inputs().size() + (needsRows ? 1 : 0);
    }

    /// The form of a plan, if it has one.
    public static Optional<FastPlan> of(GeneralPlan plan) {
        var options = plan.request().options();
        boolean isFit = options.order() != Order.FIRST_APPEARANCE
                && options.sums() == Sums.FAST
                && options.overflow() == Overflow.ERROR;
        return isFit ? new FastPlanner(plan).build() : Optional.empty();
    }

    private Optional<FastPlan> build() {
        List<FastPlan.Output> outputs = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (GeneralPlan.Ask ask : plan.asks()) {
            Optional<FastPlan.Output> output = RowPick.isOfRow(ask)
                    ? picked(ask)
                    : aggregate(ask).map(aggregate -> new FastPlan.Output.Same(place(aggregates, aggregate)));
            if (output.isEmpty()) {
                return Optional.empty();
            }
            places.add(place(outputs, output.orElseThrow()));
        }
        List<Integer> keys = plan.keys().isEmpty()
                ? List.of(number(NO_KEY))
                : plan.keys().stream().map(this::number).toList();
        boolean keepsNulls = plan.request().options().nullKeys() == NullKeys.INCLUDE;
        Optional<ScanRows.Computed> where = plan.where() < 0 ? Optional.empty() : Optional.of(value(plan.where()));
        return Optional.of(new FastPlan(
                keys,
                aggregates,
                outputs,
                places,
                rowInput >= 0,
                keepsNulls,
                computed,
                where,
                texts.literals(),
                new Prepared()));
    }

    /// The place of a value in a list, to which it is added if it is new.
    private static <T> int place(List<T> all, T value) {
        int known = all.indexOf(value);
        if (known < 0) {
            all.add(value);
        }
        return known < 0 ? all.size() - 1 : known;
    }

    /// The row that an aggregate picks of each group, by a value of it or by its number.
    private Optional<FastPlan.Output> picked(GeneralPlan.Ask ask) {
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
        boolean isRead = isGathered && RowPick.isRead(plan.inputs().get(input).type());
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
        return Optional.of(new FastPlan.Output.OfRow(
                place(aggregates, aggregate),
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
        DataType type =
                isOfRows ? DataType.INT64 : plan.operands().get(ask.argument()).type();
        return FastFunctions.isFit(ask.aggregation(), type)
                ? FastFunctions.function(ask.aggregation())
                        .map(known -> new DeviceAggregate(
                                ask.filter() >= 0 && isOfRows ? DeviceAggregate.Function.COUNT : known,
                                argument(ask),
                                ask.field().type(),
                                FastFunctions.parameter(ask.aggregation()),
                                FastFunctions.between(ask.aggregation())))
                : Optional.empty();
    }

    private Optional<DeviceAggregate> ofTwo(GeneralPlan.Ask ask) {
        boolean areNumbers = ask.arguments().stream()
                .map(operand -> plan.operands().get(operand).type())
                .allMatch(FastFunctions::isNumber);
        return areNumbers
                ? FastFunctions.function(ask.aggregation())
                        .map(known -> DeviceAggregate.ofTwo(
                                known,
                                argument(ask),
                                number(ask.arguments().get(1)),
                                ask.field().type(),
                                FastFunctions.parameter(ask.aggregation())))
                : Optional.empty();
    }

    /// The number of what is aggregated, which is null where the aggregate's own condition is not true; -1
    /// if it is the row itself.
    private int argument(GeneralPlan.Ask ask) {
        boolean isOfRows = ask.arguments().isEmpty();
        if (ask.aggregation() instanceof Aggregation.SumOfSquares()) {
            ScanRows.Computed of = ask.filter() < 0 ? value(ask.argument()) : filtered(ask);
            DataType type = ask.field().type();
            String text = "squared<" + CudaType.textOf(type) + ">(" + of.text() + ")";
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
        return stored + place(computed, value);
    }

    private boolean isInput(Operand operand) {
        return operand.expr() instanceof BoundExpr.Column
                || ExpressionSupport.refusal(operand.expr()).isPresent();
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
