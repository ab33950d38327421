package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Layout;
import dev.sheaf.column.Schema;
import dev.sheaf.cuda.kernel.ExpressionText;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Binder;
import dev.sheaf.expr.BoundExpr;
import dev.sheaf.expr.Evaluator;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.Typing;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Plans the general strategy for a request, or says why it does not run it.
final class GeneralPlanner {
    private final GroupByRequest request;
    private final List<Lane> lanes = new ArrayList<>();
    private final List<GeneralPlan.Input> inputs = new ArrayList<>();
    private final List<String> onHost = new ArrayList<>();

    private GeneralPlanner(GroupByRequest request) {
        this.request = request;
    }

    /// What becomes of a request.
    sealed interface Result {
        record Planned(GeneralPlan plan) implements Result {}

        record Refused(String reason) implements Result {}
    }

    /// Plans a valid request.
    static Result plan(GroupByRequest request) {
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

        Refusal(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }

    private GeneralPlan plan() {
        int where = request.filter()
                .map(filter -> lane(Binder.bindPredicate(filter, request.input())))
                .orElse(-1);
        List<Integer> keys = request.keys().stream().map(this::lane).toList();
        List<GeneralPlan.Ask> asks =
                request.aggregates().stream().map(this::ask).toList();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            DataType type = lanes.get(keys.get(i)).type();
            fields.add(new Field(request.keys().get(i).outputName(), type));
        }
        asks.forEach(ask -> fields.add(ask.field()));
        Specialization projection = Specialization.of(KernelFile.PROJECT).code("ProjectRow", projection(where));
        return new GeneralPlan(request, lanes, where, keys, asks, inputs, projection, new Schema(fields), onHost);
    }

    private int lane(Expr expr) {
        return lane(Binder.bind(expr, request.input()));
    }

    private int lane(BoundExpr expr) {
        Lane lane = new Lane(expr);
        int known = lanes.indexOf(lane);
        if (known >= 0) {
            return known;
        }
        if (!DeviceColumn.canHold(expr.type())) {
            throw new Refusal("a GPU computes no values of type " + expr.type());
        }
        lanes.add(lane);
        return lanes.size() - 1;
    }

    private GeneralPlan.Ask ask(Expr named) {
        Expr.Aggregate aggregate = (Expr.Aggregate) named.unaliased();
        List<Integer> arguments = aggregate.arguments().stream()
                .map(argument -> aggregate.distinct() ? lane(asKey(argument)) : lane(argument))
                .toList();
        int filter = aggregate
                .filter()
                .map(condition -> lane(isTrue(Binder.bindPredicate(condition, request.input()))))
                .orElse(-1);
        List<DataType> types =
                arguments.stream().map(argument -> lanes.get(argument).type()).toList();
        refusal(aggregate.aggregation(), types, aggregate.distinct())
                .or(() -> reproducible(aggregate.aggregation(), types))
                .ifPresent(reason -> {
                    throw new Refusal(reason);
                });
        DataType type = Typing.typeOf(aggregate, request.input()).decoded();
        return new GeneralPlan.Ask(
                aggregate.aggregation(), arguments, filter, aggregate.distinct(), new Field(named.outputName(), type));
    }

    /// The values that DISTINCT passes on: -0.0 as 0.0, which is what adding 0.0 makes of it.
    private BoundExpr asKey(Expr argument) {
        BoundExpr values = Binder.bind(argument, request.input());
        if (!(values.type() instanceof DataType.FloatType(int bits))) {
            return values;
        }
        BoundExpr zero = new BoundExpr.Constant(bits == 32 ? (Object) 0.0f : (Object) 0.0, values.type());
        return new BoundExpr.Call(Function.ADD, List.of(values, zero), values.type(), argument.outputName());
    }

    /// A condition that is never null, so that its values alone say which rows take part.
    private static BoundExpr isTrue(BoundExpr condition) {
        return new BoundExpr.Call(Function.IS_TRUE, List.of(condition), DataType.BOOL, "is true");
    }

    private static Optional<String> refusal(Aggregation aggregation, List<DataType> types, boolean distinct) {
        return switch (aggregation) {
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.NUnique _ -> Optional.empty();
            case Aggregation.Sum(), Aggregation.Mean(), Aggregation.M2() -> Optional.empty();
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.Median(), Aggregation.Quantile _ ->
                Optional.empty();
            case Aggregation.Any(), Aggregation.All() -> Optional.empty();
            case Aggregation.Product(), Aggregation.Min(), Aggregation.Max() -> Optional.empty();
            case Aggregation.TopK _ -> topK(types.getFirst());
            case Aggregation.ArgMin(), Aggregation.ArgMax(), Aggregation.First _, Aggregation.Last _ ->
                ordered(distinct);
            case Aggregation.Covariance _, Aggregation.Correlation(), Aggregation.CollectList _ -> ordered(distinct);
            case Aggregation.SumOfSquares(), Aggregation.Bitwise _, Aggregation.Nth _ -> onCpu(aggregation);
            case Aggregation.MinBy _, Aggregation.MaxBy _, Aggregation.CollectSet _ -> onCpu(aggregation);
            case Aggregation.Mode(), Aggregation.Histogram _, Aggregation.ApproxNUnique _ -> onCpu(aggregation);
            case Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> onCpu(aggregation);
        };
    }

    /// Atomics add floating numbers in any order.
    private Optional<String> reproducible(Aggregation aggregation, List<DataType> types) {
        boolean rounds = switch (aggregation) {
            case Aggregation.Sum(), Aggregation.Mean() -> types.getFirst().isFloating();
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.M2() -> true;
            case Aggregation.Covariance _, Aggregation.Correlation() -> true;
            default -> false;
        };
        return rounds && request.options().sums() == Sums.REPRODUCIBLE
                ? Optional.of("floating sums that are the same everywhere are computed on the CPU")
                : Optional.empty();
    }

    private static Optional<String> topK(DataType type) {
        if (type.layout() == Layout.VARIABLE) {
            return Optional.of("the greatest texts of a group are found on the CPU");
        }
        return Optional.empty();
    }

    private static Optional<String> ordered(boolean distinct) {
        return distinct ? firstOfEquals() : Optional.empty();
    }

    private static Optional<String> onCpu(Aggregation aggregation) {
        return Optional.of(aggregation.getClass().getSimpleName() + " is computed on the CPU");
    }

    private static Optional<String> firstOfEquals() {
        return Optional.of("which row of equal values a DISTINCT aggregate keeps is decided on the CPU");
    }

    // ---- how the device gets the lanes ----

    private String projection(int where) {
        StringBuilder text = new StringBuilder("""
                __device__ __forceinline__ void project_row(
                    const InputColumn* inputs, const OutputColumn* outputs, u64 in, u64 out, u8* keep, bool& fault) {
                """);
        if (where >= 0) {
            text.append("    const bool kept = is_true(")
                    .append(text(lanes.get(where)))
                    .append(");\n");
            text.append("    keep[out] = kept;\n    if (!kept) {\n");
            for (int lane = 0; lane < lanes.size(); lane++) {
                if (lanes.get(lane).isText()) {
                    text.append("        outputs[").append(lane).append("].valid[out] = 0;\n");
                }
            }
            text.append("        return;\n    }\n");
        }
        for (int lane = 0; lane < lanes.size(); lane++) {
            text.append("    ").append(statement(lane)).append('\n');
        }
        return text.append("}\n").toString();
    }

    private String statement(int number) {
        Lane lane = lanes.get(number);
        if (lane.isText()) {
            return "outputs[" + number + "].valid[out] = is_valid(inputs[" + inputOf(lane.expr()) + "], in);";
        }
        return "store(outputs[" + number + "], out, " + text(lane) + ");";
    }

    /// The text of a lane, or of a column that the CPU fills with it.
    private String text(Lane lane) {
        return switch (ExpressionText.of(lane.expr(), index -> column(plain(index)))) {
            case ExpressionText.Result.Text(String text) -> text;
            case ExpressionText.Result.Refused(String reason) -> {
                onHost.add(reason);
                yield column(inputOf(lane.expr()));
            }
        };
    }

    private String column(int input) {
        return "read<" + ExpressionText.type(inputs.get(input).type()) + ">(inputs[" + input + "], in)";
    }

    /// The number of the input for a column of the batches.
    private int plain(int column) {
        return number(new GeneralPlan.Input.Plain(
                column, request.input().field(column).type().decoded()));
    }

    /// The number of the input that holds an expression as it is.
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
