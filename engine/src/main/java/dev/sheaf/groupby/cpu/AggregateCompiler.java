package dev.sheaf.groupby.cpu;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.function.Function;

/// Chooses the reductions and the finalizer of one aggregate.
final class AggregateCompiler {
    private final PlanBuilder plan;
    private final Overflow overflow;
    private final Expr.Aggregate aggregate;
    private final Field result;
    private final List<Integer> arguments;
    private final int filter;

    AggregateCompiler(PlanBuilder plan, Overflow overflow, Expr.Aggregate aggregate, Field result) {
        this.plan = plan;
        this.overflow = overflow;
        this.aggregate = aggregate;
        this.result = result;
        this.arguments = aggregate.arguments().stream().map(plan::argument).toList();
        this.filter = aggregate.filter().map(plan::argument).orElse(-1);
    }

    OutputSpec compile() {
        return switch (aggregate.aggregation()) {
            case Aggregation.CountAll(), Aggregation.CountValid() -> output(Finalizer::same, count());
            case Aggregation.Sum() -> sum();
            case Aggregation.Mean() -> output(Means.of(type(), result.type()), sumState(), count());
            case Aggregation.Min() -> output(Finalizer::same, extreme(false));
            case Aggregation.Max() -> output(Finalizer::same, extreme(true));
            default -> throw new IllegalArgumentException(aggregate.aggregation() + " is not there yet");
        };
    }

    private DataType type() {
        return plan.argumentType(arguments.getFirst());
    }

    private OutputSpec sum() {
        return output(Sums.of(type(), result, overflow), sumState());
    }

    private int sumState() {
        DataType type = type();
        if (type.isFloating()) {
            return reduction("sum", SumDoubleReduction::new);
        }
        boolean unsigned = type.equals(DataType.UINT64);
        return reduction("sum", pool -> new SumLongReduction(unsigned, pool));
    }

    private int count() {
        return reduction("count", CountReduction::new);
    }

    private int extreme(boolean greatest) {
        DataType type = type();
        return reduction(greatest ? "max" : "min", pool -> new ExtremeReduction(type, greatest, pool));
    }

    private int reduction(String name, Function<MemoryPool, Reduction> factory) {
        FeedSpec feed = new FeedSpec(arguments, arguments.size(), filter);
        return plan.reduction(new ReductionSpec(name, feed, factory));
    }

    private OutputSpec output(Finalizer finalizer, Integer... reductions) {
        return new OutputSpec(result, List.of(reductions), finalizer);
    }
}
