package dev.sheaf.groupby.cuda.general;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.nth;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Numbers in aggregations are parameters of kernels: another one takes no other kernel.
class ResultKernelsTest {
    @Test
    void anotherNumberIsTheSameKernel() {
        assertThat(kernels(quantile("v", 0.9))).isEqualTo(kernels(quantile("v", 0.25)));
        assertThat(kernels(nth("v", -2))).isEqualTo(kernels(nth("v", 7)));
        assertThat(kernels(aggregate(new Aggregation.Variance(0), "v")))
                .isEqualTo(kernels(aggregate(new Aggregation.Variance(3), "v")));
    }

    @Test
    void anotherScaleIsTheSameKernel() {
        assertThat(RecordedKernels.of(DataType.decimal(18, 2), mean("v")))
                .isEqualTo(RecordedKernels.of(DataType.decimal(18, 7), mean("v")));
    }

    @Test
    void anotherTypeIsAnotherKernel() {
        assertThat(kernels(sum("v"))).isNotEqualTo(RecordedKernels.of(DataType.INT64, sum("v")));
    }

    private static List<Specialization> kernels(Expr aggregate) {
        return RecordedKernels.of(DataType.FLOAT64, aggregate);
    }
}
