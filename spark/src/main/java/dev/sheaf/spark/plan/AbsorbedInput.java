package dev.sheaf.spark.plan;

import dev.sheaf.spark.translate.ScalaLists;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.execution.FilterExec;
import org.apache.spark.sql.execution.ProjectExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.jspecify.annotations.Nullable;

/// A scan that gives batches. Sheaf takes over the filters and projections between it and the aggregation, so that no
/// rows are made of its columns.
final class AbsorbedInput implements Input {
    private final SparkPlan scan;
    private final Binding binding;
    private @Nullable Expression condition;

    private AbsorbedInput(SparkPlan scan) {
        this.scan = scan;
        this.binding = Binding.toThemselves(ScalaLists.list(scan.output()));
    }

    /// The scan below an operator, if there is nothing but filters and projections between them.
    static Optional<Input> below(SparkPlan input) {
        return Optional.ofNullable(absorbed(input));
    }

    /// The operator below filters and projections.
    static SparkPlan source(SparkPlan plan) {
        return switch (plan) {
            case FilterExec filter -> source(filter.child());
            case ProjectExec project -> source(project.child());
            default -> plan;
        };
    }

    private static @Nullable AbsorbedInput absorbed(SparkPlan plan) {
        return switch (plan) {
            case FilterExec filter -> absorbed(filter, filter.child());
            case ProjectExec project -> absorbed(project, project.child());
            default -> SheafPartialExec.takesBatches(plan) ? new AbsorbedInput(plan) : null;
        };
    }

    private static @Nullable AbsorbedInput absorbed(SparkPlan between, SparkPlan child) {
        AbsorbedInput below = absorbed(child);
        if (below != null) {
            below.take(between);
        }
        return below;
    }

    private void take(SparkPlan between) {
        if (between instanceof FilterExec filter) {
            Expression kept = binding.bind(filter.condition());
            condition = condition == null ? kept : new And(condition, kept);
        } else if (between instanceof ProjectExec project) {
            ScalaLists.<NamedExpression>list(project.projectList())
                    .forEach(column -> binding.add(column.toAttribute(), (Expression) column));
        }
    }

    @Override
    public Expression column(Expression expression) {
        return binding.bind(expression);
    }

    @Override
    public AggregateFunction function(AggregateFunction function) {
        return (AggregateFunction) binding.bind(function);
    }

    @Override
    public @Nullable Expression condition() {
        return condition;
    }

    @Override
    public SparkPlan plan() {
        return scan;
    }
}
