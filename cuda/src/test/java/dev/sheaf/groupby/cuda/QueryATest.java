package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.mean;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.PoolCheck;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Query A of Karnagel, Mueller and Lohman, "Optimizing GPU-accelerated Group-By and Aggregation", section 2.2:
/// `SELECT zip, 1 - AVG((chargedamount - tax) / ordertotal) FROM orders GROUP BY zip`. What is averaged is
/// computed in the scan, the difference by a kernel where groups are finished.
@ExtendWith(PoolCheck.class)
class QueryATest {
    private static Table orders() {
        return Table.of(
                "zip", new int[] {1069, 1187, 1069, 1187, 1069},
                "chargedamount", new float[] {11, 20, 44, 33, 90},
                "tax", new float[] {1, 2, 4, 3, 10},
                "ordertotal", new float[] {10, 20, 50, 40, 100});
    }

    private static final Expr SHARE = mean(col("chargedamount")
                    .minus(col("tax"))
                    .dividedBy(col("ordertotal")))
            .as("share");

    @Test
    void theArgumentIsComputedInTheScan() {
        try (Table orders = orders()) {
            GroupByRequest request = GroupBy.on(orders, "zip").request(SHARE);
            GeneralPlan plan = ((GeneralPlanner.Result.Planned) GeneralPlanner.plan(request)).plan();

            assertThat(plan.onHost()).isEmpty();
            assertThat(plan.inputs()).hasSize(4);
            assertThat(plan.operands()).hasSize(2);
        }
    }

    /// `SELECT zip, 1 - AVG(...)`, and HAVING.
    private static final GroupFinish FINISH = new GroupFinish(
            Optional.of(col("orders").gt(1)),
            List.of(col("zip"), lit(1).minus(col("share")).as("discount")));

    private static void check(Order order, String strategy, String where, MemoryPool pool) {
        CudaBackend backend = EmulatedDevice.assumed().backend();
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(1)
                .settings(new Settings(Map.of("cuda.strategy", strategy)))
                .build();
        try (Table orders = orders()) {
            GroupByRequest request = GroupBy.on(orders, "zip").order(order).request(SHARE, count().as("orders"));
            try (BatchSource input = new TableDataset(orders)
                            .scan(Scan.of(request.input().names()), context);
                    BatchSource result = backend.execute(request, FINISH, input, context);
                    Table groups = GpuQuery.collect(result, context)) {
                assertThat(groups.schema().names()).containsExactly("zip", "discount");
                assertThat(groups.rowCount()).isEqualTo(2);
                int first = groups.ints("zip")[0] == 1069 ? 0 : 1;
                assertThat(groups.ints("zip")[1 - first]).isEqualTo(1187);
                assertThat(groups.doubles("discount")[first]).isCloseTo(1 - (1 + 0.8 + 0.8) / 3, within(1e-6));
                assertThat(groups.doubles("discount")[1 - first]).isCloseTo(1 - (0.9 + 0.75) / 2, within(1e-6));
            }
        }
        assertThat(context.decisions().getLast().reason()).contains("all of it is computed on the GPU");
        assertThat(context.decisions().getLast().choice()).contains(where);
    }

    @Test
    void aFastStrategyFinishesOnTheDevice(MemoryPool pool) {
        check(Order.UNSPECIFIED, "", "with an expression in its scan, final expressions by a kernel", pool);
    }

    @Test
    void groupsInOrderAreFinishedOnTheDevice(MemoryPool pool) {
        check(Order.SORTED, "", "final expressions by a kernel", pool);
    }

    @Test
    void theGeneralStrategyFinishesOnTheDevice(MemoryPool pool) {
        check(Order.UNSPECIFIED, "general", "final expressions by a kernel", pool);
    }
}
