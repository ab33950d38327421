package dev.sheaf.groupby.cuda.scan;

import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.maxBy;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FastPlannerTest {
    private static final Schema INPUT =
            Schema.of(new Field("i", DataType.INT32), new Field("l", DataType.INT64), new Field("d", DataType.FLOAT64));

    private static FastPlan plan(Expr... aggregates) {
        GroupByRequest request = new GroupByRequest(
                INPUT,
                Optional.empty(),
                List.of(Expressions.col("i").as("k")),
                List.of(aggregates),
                new GroupByOptions(NullKeys.INCLUDE, Order.UNSPECIFIED, Overflow.ERROR, Sums.FAST));
        GeneralPlanner.Result.Planned planned = (GeneralPlanner.Result.Planned) GeneralPlanner.plan(request);
        return FastPlanner.of(planned.plan()).orElseThrow();
    }

    @Test
    void equalAggregatesAreOne() {
        FastPlan plan = plan(sum("d").as("a"), max("l").as("b"), sum("d").as("c"), sum("l").as("d"));

        assertThat(plan.aggregates()).hasSize(3);
        assertThat(plan.places()).containsExactly(0, 1, 0, 2);
    }

    @Test
    void valuesOfTheSameRowsAreOne() {
        FastPlan plan = plan(
                first("l").as("a"),
                maxBy("l", "d").as("b"),
                first("l").as("c"),
                argMax("d").as("d"),
                maxBy("l", "d").as("e"));

        assertThat(plan.aggregates()).hasSize(2);
        assertThat(plan.outputs()).hasSize(3);
        assertThat(plan.places()).containsExactly(0, 1, 0, 2, 1);
    }
}
