package dev.sheaf.groupby.cuda.scan;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Queries that differ in literals alone are compiled to the same kernels, which get the literals as parameters.
class LiteralsTest {
    private static final Schema INPUT =
            Schema.of(new Field("i", DataType.INT32), new Field("l", DataType.INT64), new Field("d", DataType.FLOAT64));

    private static GeneralPlan plan(int divisor, double factor, long bound) {
        GroupByRequest request = new GroupByRequest(
                INPUT,
                Optional.of(col("l").gt(bound)),
                List.of(col("i").mod(divisor).as("k")),
                List.of(
                        sum(col("d").times(factor)).as("s"),
                        sum(col("d").times(factor).plus(1.0)).as("t"),
                        count().filter(call(Function.INT_DIVIDE, col("l"), lit(bound))
                                        .eq(bound))
                                .as("n")),
                new GroupByOptions(NullKeys.INCLUDE, Order.UNSPECIFIED, Overflow.ERROR, Sums.FAST));
        return ((GeneralPlanner.Result.Planned) GeneralPlanner.plan(request)).plan();
    }

    private static FastPlan fast(GeneralPlan plan) {
        return FastPlanner.of(plan).orElseThrow();
    }

    @Test
    void anotherLiteralIsTheSameProjection() {
        GeneralPlan one = plan(10, 0.5, 7);
        GeneralPlan other = plan(-11, 1.0, 7_000_000_000L);

        assertThat(other.projection()).isEqualTo(one.projection());
        assertThat(other.literals()).hasSameSizeAs(one.literals()).isNotEqualTo(one.literals());
    }

    @Test
    void anotherLiteralIsTheSameScan() {
        FastPlan one = fast(plan(10, 0.5, 7));
        FastPlan other = fast(plan(-11, 1.0, 7_000_000_000L));

        assertThat(other.computed()).isEqualTo(one.computed());
        assertThat(other.where()).isEqualTo(one.where());
        assertThat(other.literals()).hasSameSizeAs(one.literals()).isNotEqualTo(one.literals());
    }

    @Test
    void anotherExpressionIsAnotherScan() {
        FastPlan one = fast(plan(10, 0.5, 7));
        FastPlan other = fast(plan(0, 0.5, 7));

        assertThat(other.computed()).isNotEqualTo(one.computed());
    }
}
