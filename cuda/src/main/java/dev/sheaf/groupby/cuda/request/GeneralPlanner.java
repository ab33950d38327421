package dev.sheaf.groupby.cuda.request;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Plans the general strategy for a request, or says why it does not run it.
public final class GeneralPlanner {
    private final GroupByRequest request;
    private final List<Operand> operands = new ArrayList<>();
    private final List<GeneralPlan.Input> inputs = new ArrayList<>();
    private final List<String> onHost = new ArrayList<>();
    private final ExpressionText texts = new ExpressionText(index -> column(plain(index)));

    private GeneralPlanner(GroupByRequest request) {
        this.request = request;
    }

    /// What becomes of a request.
    public sealed interface Result {
        record Planned(GeneralPlan plan) implements Result {}

        record Refused(String reason) implements Result {}
    }

    /// Plans a valid request.
    public static Result plan(GroupByRequest request) {
        try {
            return new Result.Planned(new GeneralPlanner(request).plan());
        } catch (Refusal refusal) {
            return new Result.Refused(refusal.reason);
        }
    }

    /// Leaves the planner; never seen outside.
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String reason;

        public Refusal(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }

    private GeneralPlan plan() {
        int where = request.filter()
                .map(filter -> operand(Binder.bindPredicate(filter, request.input())))
                .orElse(-1);
        List<Integer> keys = request.keys().stream().map(this::operand).toList();
        keys.forEach(this::refuseSpans);
        List<GeneralPlan.Ask> asks =
                request.aggregates().stream().map(this::ask).toList();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            DataType type = operands.get(keys.get(i)).type();
            fields.add(new Field(request.keys().get(i).outputName(), type));
        }
        asks.forEach(ask -> fields.add(ask.field()));
        Optional<Specialization> projection = projection(where);
        return new GeneralPlan(
                request,
                operands,
                where,
                keys,
                asks,
                inputs,
                projection,
                texts.literals(),
                new Schema(fields),
                onHost,
                GroupFinish.NONE);
    }

    private int operand(Expr expr) {
        return operand(Binder.bind(expr, request.input()));
    }

    private int operand(BoundExpr expr) {
        Operand operand = new Operand(expr);
        int known = operands.indexOf(operand);
        if (known >= 0) {
            return known;
        }
        if (!DeviceColumn.canHold(expr.type())) {
            throw new Refusal("a GPU computes no values of type " + expr.type());
        }
        operands.add(operand);
        return operands.size() - 1;
    }

    /// Intervals of the same length differ in their bytes.
    private void refuseSpans(int operand) {
        if (operands.get(operand).type().equals(DataType.INTERVAL)) {
            throw new Refusal("intervals are compared on the CPU");
        }
    }

    private GeneralPlan.Ask ask(Expr named) {
        Expr.Aggregate aggregate = (Expr.Aggregate) named.unaliased();
        List<Integer> arguments =
                aggregate.arguments().stream().map(this::operand).toList();
        int filter = aggregate
                .filter()
                .map(condition -> operand(isTrue(Binder.bindPredicate(condition, request.input()))))
                .orElse(-1);
        int asTheyAre = aggregate.distinct() ? 0 : takenAsTheyAre(aggregate.aggregation());
        arguments.stream().skip(asTheyAre).forEach(this::refuseSpans);
        refusal(aggregate.aggregation()).ifPresent(reason -> {
            throw new Refusal(reason);
        });
        DataType type = Typing.typeOf(aggregate, request.input()).decoded();
        if (aggregate.aggregation() instanceof Aggregation.Bitwise && type.equals(DataType.BOOL)) {
            throw new Refusal("bits of bools are combined on the CPU");
        }
        return new GeneralPlan.Ask(
                aggregate.aggregation(), arguments, filter, aggregate.distinct(), new Field(named.outputName(), type));
    }

    /// A condition that is never null, so that its values alone say which rows take part.
    private static BoundExpr isTrue(BoundExpr condition) {
        return new BoundExpr.Call(Function.IS_TRUE, List.of(condition), DataType.BOOL, "is true");
    }

    /// How many arguments have values that are counted or given as they are, whatever they are.
    private static int takenAsTheyAre(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountValid(), Aggregation.CollectList _ -> 1;
            case Aggregation.First _, Aggregation.Last _, Aggregation.Nth _ -> 1;
            case Aggregation.MinBy _, Aggregation.MaxBy _ -> 1;
            default -> 0;
        };
    }

    private static Optional<String> refusal(Aggregation aggregation) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.NUnique _ -> Optional.empty();
            case Aggregation.Sum(), Aggregation.SumOfSquares(), Aggregation.Product() -> Optional.empty();
            case Aggregation.Mean(), Aggregation.M2(), Aggregation.Variance _, Aggregation.Std _ -> Optional.empty();
            case Aggregation.Covariance _, Aggregation.Correlation() -> Optional.empty();
            case Aggregation.Any(), Aggregation.All(), Aggregation.Bitwise _ -> Optional.empty();
            case Aggregation.Min(), Aggregation.Max(), Aggregation.ArgMin(), Aggregation.ArgMax() -> Optional.empty();
            case Aggregation.MinBy _, Aggregation.MaxBy _, Aggregation.Mode() -> Optional.empty();
            case Aggregation.First _, Aggregation.Last _, Aggregation.Nth _ -> Optional.empty();
            case Aggregation.Median(), Aggregation.Quantile _, Aggregation.TopK _ -> Optional.empty();
            case Aggregation.CollectList _, Aggregation.CollectSet _, Aggregation.Histogram _ -> Optional.empty();
            case Aggregation.ApproxNUnique _ -> Optional.of("HyperLogLog sketches are made on the CPU");
            case Aggregation.DiscreteQuantile _ -> Optional.of("discrete quantiles are found on the CPU");
            case Aggregation.Join _ -> Optional.of("texts are joined on the CPU");
            case Aggregation.ValueCounts _, Aggregation.Entropy() -> Optional.of("values are tallied on the CPU");
            case Aggregation.MedianDeviation() -> Optional.of("median deviations are found on the CPU");
            case Aggregation.Skewness(), Aggregation.Kurtosis _ ->
                Optional.of("skewness and kurtosis are computed on the CPU");
            case Aggregation.Spearman() -> Optional.of("ranks are correlated on the CPU");
            case Aggregation.Merge _ -> Optional.of("packed states are merged on the CPU");
            case Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> Optional.of("t-digests are made on the CPU");
        };
    }

    // ---- how the device gets the operands ----

    /// What computes the operands that no input shows, if there are any.
    private Optional<Specialization> projection(int where) {
        List<Optional<String>> computed = operands.stream().map(this::text).toList();
        if (computed.stream().allMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder("""
                __device__ __forceinline__ void project_row(
                    const InputColumn* inputs, [[maybe_unused]] const u64* literals, const OutputColumn* outputs,
                    u64 in, u64 out, u8* keep, bool& fault) {
                """);
        if (where >= 0) {
            text.append(computed.get(where)
                    .map("    keep[out] = is_true(%s);\n"::formatted)
                    .orElse(""));
            text.append("    if (keep[out] == 0) {\n        return;\n    }\n");
        }
        for (int operand = 0; operand < computed.size(); operand++) {
            String store = "    store(outputs[" + operand + "], out, %s);\n";
            text.append(computed.get(operand).map(store::formatted).orElse(""));
        }
        return Optional.of(Specialization.of(KernelFile.PROJECT)
                .code("ProjectRow", text.append("}\n").toString()));
    }

    /// The text of an operand; nothing if an input shows it, be it a column or what the CPU computes.
    private Optional<String> text(Operand operand) {
        if (operand.expr() instanceof BoundExpr.Column || operand.isText()) {
            inputOf(operand.expr());
            return Optional.empty();
        }
        return switch (texts.of(operand.expr())) {
            case ExpressionText.Result.Text(String text) -> Optional.of(text);
            case ExpressionText.Result.Refused(String reason) -> {
                onHost.add(reason);
                inputOf(operand.expr());
                yield Optional.empty();
            }
        };
    }

    private String column(int input) {
        return "read<" + CudaType.textOf(inputs.get(input).type()) + ">(inputs[" + input + "], in)";
    }

    /// The number of the input for a column of the batches.
    private int plain(int column) {
        return number(new GeneralPlan.Input.Plain(
                column, request.input().field(column).type().decoded()));
    }

    /// The number of the input that shows an expression as it is.
    private int inputOf(BoundExpr expr) {
        if (expr instanceof BoundExpr.Column column) {
            return plain(column.index());
        }
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i) instanceof GeneralPlan.Input.Computed(Evaluator evaluator)
                    && evaluator.bound().equals(expr)) {
                return i;
            }
        }
        return number(new GeneralPlan.Input.Computed(Evaluator.of(expr)));
    }

    private int number(GeneralPlan.Input input) {
        int known = inputs.indexOf(input);
        if (known >= 0) {
            return known;
        }
        inputs.add(input);
        return inputs.size() - 1;
    }
}
