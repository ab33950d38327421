package dev.sheaf.plan.exec;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.plan.SortKey.descending;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Whatever goes wrong, wherever: the first failure comes out, and all memory is given back.
@ExtendWith(PoolCheck.class)
class FailureTest {
    private static final int GROUP_ROWS = 2000;

    @Test
    void failureOfASourceComesOutOfEveryOperator(MemoryPool pool) {
        for (int threads : new int[] {1, 4}) {
            for (LogicalPlan plan : plansOver(trapped(() -> {
                throw new IllegalStateException("disk on fire");
            }))) {
                QueryContext context =
                        QueryContext.builder().pool(pool).threads(threads).build();
                assertThatThrownBy(() -> Executor.collect(plan, context).close())
                        .as(plan.toString())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("disk on fire");
                PoolCheck.assertEmpty(pool);
            }
        }
    }

    @Test
    void cancelledQueryStops(MemoryPool pool) {
        for (int threads : new int[] {1, 4}) {
            Cancellation cancellation = new Cancellation();
            for (LogicalPlan plan : plansOver(trapped(() -> cancellation.cancel("enough")))) {
                QueryContext context = QueryContext.builder()
                        .pool(pool)
                        .threads(threads)
                        .cancellation(cancellation)
                        .build();
                assertThatThrownBy(() -> Executor.collect(plan, context).close())
                        .as(plan.toString())
                        .isInstanceOf(QueryCancelledException.class)
                        .hasMessage("enough");
                PoolCheck.assertEmpty(pool);
            }
        }
    }

    @Test
    void failureOfAnExpressionGivesMemoryBack(MemoryPool pool) {
        Expr overflow = col("row").plus(1).times(Long.MAX_VALUE);
        LogicalPlan rows = scan(trapped(() -> {}));
        List<LogicalPlan> plans = List.of(
                new Project(rows, List.of(col("row"), overflow)),
                new Filter(rows, overflow.gt(0)),
                new Sort(rows, List.of(descending(overflow))),
                new Limit(new Sort(rows, List.of(descending(overflow))), 0, 3),
                new Aggregate(rows, List.of(overflow), List.of(count()), GroupByOptions.DEFAULT));
        for (LogicalPlan plan : plans) {
            QueryContext context = QueryContext.builder().pool(pool).threads(3).build();
            assertThatThrownBy(() -> Executor.collect(plan, context).close()).isInstanceOf(ArithmeticException.class);
            PoolCheck.assertEmpty(pool);
        }
    }

    @Test
    void queryThatDoesNotFitItsMemoryFailsAndGivesItBack() {
        try (MemoryPool small = MemoryPool.withLimit(64 << 10)) {
            for (LogicalPlan plan : plansOver(trapped(() -> {}))) {
                if (plan instanceof Sort || plan instanceof Project) {
                    QueryContext context =
                            QueryContext.builder().pool(small).threads(2).build();
                    assertThatThrownBy(() -> Executor.collect(plan, context).close())
                            .as(plan.toString())
                            .isInstanceOf(MemoryLimitException.class);
                }
                PoolCheck.assertEmpty(small);
            }
        }
    }

    private static List<LogicalPlan> plansOver(Dataset dataset) {
        LogicalPlan rows = scan(dataset);
        LogicalPlan odd = new Filter(rows, col("row").mod(2).eq(1));
        Sort sort = new Sort(odd, List.of(descending(col("row").mod(7))));
        return List.of(
                new Project(odd, List.of(col("row").plus(1).as("next"))),
                sort,
                new Limit(odd, 10, 4 * GROUP_ROWS),
                new Limit(sort, 10, 20),
                new Aggregate(odd, List.of(col("row").mod(10).as("k")), List.of(sum("row")), GroupByOptions.DEFAULT),
                new Sort(
                        new Aggregate(rows, List.of(col("row")), List.of(count()), GroupByOptions.DEFAULT),
                        List.of(descending("row"))));
    }

    private static LogicalPlan scan(Dataset dataset) {
        return new Scan(dataset, List.of("row"), Optional.empty());
    }

    /// Rows of which the 100th batch sets something off.
    private static Dataset trapped(Runnable trap) {
        return new Interleaved(() -> new TrappedSource(
                new InterleavedSource(true, 8, GROUP_ROWS, 50, new SplittableRandom(1)), trap, new AtomicInteger()));
    }

    private record TrappedSource(BatchSource input, Runnable trap, AtomicInteger pulls) implements ForwardingSource {
        @Override
        public @Nullable Batch next(QueryContext context) {
            context.checkCancelled();
            if (pulls.incrementAndGet() == 100) {
                trap.run();
            }
            return input.next(context);
        }
    }
}
