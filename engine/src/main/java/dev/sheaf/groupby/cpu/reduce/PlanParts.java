package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import java.util.List;

/// What [AggregateCompiler] asks of the plan in the making: arguments and reductions, each once and by number.
public interface PlanParts {
    /// The number of an argument, which is added if no equal one is there.
    int argument(Expr expr);

    DataType argumentType(int argument);

    /// The number of the argument that holds row ordinals.
    int ordinals();

    /// The number of a reduction, which is added if the same is not there.
    int reduction(ReductionSpec spec);

    /// Runs `kind` over the distinct arguments, of `types`, that a [DistinctReduction] has found for each group;
    /// `name` is that of the result.
    Finalizer overDistinct(Aggregation kind, List<DataType> types, String name);
}
