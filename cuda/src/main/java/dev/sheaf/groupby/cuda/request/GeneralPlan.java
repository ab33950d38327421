package dev.sheaf.groupby.cuda.request;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.Order;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// What the general strategy does for a request: which values it needs of each row, how the device gets them,
/// and what it makes of them. Made by [GeneralPlanner].
///
/// @param operands the values of a row
/// @param where the operand of the condition on rows, or -1
/// @param keys the operands of the keys
/// @param inputs the columns to upload, in the order of their numbers on the device
/// @param projection the kernel that computes the operands that no input shows; nothing if there are none
/// @param literals the words of the literals in its text
/// @param onHost what the CPU computes before, for `explain`
/// @param finish what becomes of the groups
public record GeneralPlan(
        GroupByRequest request,
        List<Operand> operands,
        int where,
        List<Integer> keys,
        List<Ask> asks,
        List<Input> inputs,
        Optional<Specialization> projection,
        List<Long> literals,
        Schema result,
        List<String> onHost,
        GroupFinish finish) {
    public GeneralPlan {
        operands = List.copyOf(operands);
        keys = List.copyOf(keys);
        asks = List.copyOf(asks);
        inputs = List.copyOf(inputs);
        literals = List.copyOf(literals);
        onHost = List.copyOf(onHost);
    }

    /// The same with what becomes of the groups.
    public GeneralPlan with(GroupFinish value) {
        return new GeneralPlan(
                request, operands, where, keys, asks, inputs, projection, literals, result, onHost, value);
    }

    /// An aggregate: what it computes, of which operands, over the rows for which `filter` is true (-1: all).
    public record Ask(Aggregation aggregation, List<Integer> arguments, int filter, boolean distinct, Field field) {
        public Ask {
            arguments = List.copyOf(arguments);
        }

        /// The operand of its first argument.
        public int argument() {
            return arguments.getFirst();
        }

        /// Whether the result depends on the order of rows.
        public boolean isOrdered() {
            return switch (aggregation) {
                case Aggregation.ArgMin(), Aggregation.ArgMax(), Aggregation.First _, Aggregation.Last _ -> true;
                case Aggregation.MinBy _, Aggregation.MaxBy _, Aggregation.Nth _, Aggregation.Mode() -> true;
                case Aggregation.CollectList _, Aggregation.CollectSet _, Aggregation.Join _ -> true;
                case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.Histogram _ -> false;
                case Aggregation.Sum(), Aggregation.SumOfSquares(), Aggregation.Product(), Aggregation.Mean() -> false;
                case Aggregation.Min(), Aggregation.Max(), Aggregation.Any(), Aggregation.All() -> false;
                case Aggregation.Variance _, Aggregation.Std _, Aggregation.M2(), Aggregation.Covariance _ -> false;
                case Aggregation.Correlation(), Aggregation.Skewness(), Aggregation.Kurtosis _ -> false;
                case Aggregation.Median(), Aggregation.MedianDeviation(), Aggregation.Quantile _ -> false;
                case Aggregation.DiscreteQuantile _, Aggregation.TopK _, Aggregation.Bitwise _ -> false;
                case Aggregation.NUnique _, Aggregation.ValueCounts _, Aggregation.Entropy() -> false;
                case Aggregation.Spearman(), Aggregation.Merge _ -> false;
                case Aggregation.ApproxNUnique _, Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> false;
            };
        }
    }

    /// A column on the device.
    public sealed interface Input {
        DataType type();

        /// A column of the batches.
        record Plain(int column, DataType type) implements Input {}

        /// An expression that the CPU computes.
        record Computed(Evaluator evaluator) implements Input {
            @Override
            public DataType type() {
                return evaluator.type();
            }
        }
    }

    /// Whether something depends on the order of rows.
    public boolean needsOrdinals() {
        return request.options().order() == Order.FIRST_APPEARANCE
                || asks.stream().anyMatch(Ask::isOrdered);
    }

    /// Whether an expression may have no result for a row.
    public boolean canFault() {
        return projection.stream()
                .flatMap(kernel -> kernel.definitions().stream())
                .anyMatch(definition -> definition instanceof Specialization.Definition.Code(String _, String text)
                        && text.contains(", fault)"));
    }

    /// The input that shows an operand as it is, if one does: a column, a text, or what the CPU computes.
    public OptionalInt shownBy(Operand operand) {
        return IntStream.range(0, inputs.size())
                .filter(input -> shows(inputs.get(input), operand.expr()))
                .findFirst();
    }

    /// The input that shows an operand of text or of a mere column as it is.
    public int inputOf(Operand operand) {
        return shownBy(operand).orElseThrow(() -> new IllegalStateException("no input for operand " + operand));
    }

    /// The input that holds a column of the batches.
    public int inputOfColumn(int column) {
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i) instanceof Input.Plain(int index, DataType _) && index == column) {
                return i;
            }
        }
        throw new IllegalStateException("no input for column " + column);
    }

    private static boolean shows(Input input, BoundExpr expr) {
        return switch (input) {
            case Input.Plain(int column, DataType _) ->
                expr instanceof BoundExpr.Column(int index, String _, DataType _) && index == column;
            case Input.Computed(Evaluator evaluator) -> evaluator.bound().equals(expr);
        };
    }

    /// The operands of texts, each of which has numbers of its own.
    public List<Integer> textOperands() {
        return IntStream.range(0, operands.size())
                .filter(operand -> operands.get(operand).isText())
                .boxed()
                .toList();
    }
}
