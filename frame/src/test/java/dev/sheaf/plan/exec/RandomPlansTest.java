package dev.sheaf.plan.exec;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.plan.rules.Planner;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Tables;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class RandomPlansTest {

    @Test
    void rulesAndThreadsDoNotChangeResults(MemoryPool pool) {
        RandomCases.run(600, random -> {
            RandomTables tables = new RandomTables(random);
            try (Table table =
                    tables.sample(RandomPlans.SCHEMA, tables.size(64)).build(pool)) {
                LogicalPlan plan = new RandomPlans(random).over(new LogicalPlan.Values(table), random.nextInt(1, 7));
                compare(plan, random, pool);
            }
        });
    }

    /// A plan that overflows as written need not do so when optimized.
    private static void compare(LogicalPlan plan, SplittableRandom random, MemoryPool pool) {
        try (Table expected = Run.asWritten(plan, context(1, 1 << 16, pool))) {
            QueryContext context = context(random.nextInt(1, 5), random.nextInt(1, 100), pool);
            try (Table actual = Executor.collect(plan, context)) {
                Tables.assertSame(expected, actual);
            } catch (AssertionError different) {
                throw new AssertionError(
                        "plan " + plan + "\noptimized " + Planner.optimize(plan) + "\n" + different.getMessage(),
                        different);
            }
        } catch (ArithmeticException overflow) {
            return;
        }
    }

    private static QueryContext context(int threads, int morselRows, MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(new Settings(Map.of(
                        "morsel.rows",
                        String.valueOf(morselRows),
                        "sort.spill.bytes",
                        morselRows % 2 == 0 ? "0" : "300")))
                .build();
    }
}
