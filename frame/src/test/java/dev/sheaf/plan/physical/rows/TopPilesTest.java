package dev.sheaf.plan.physical.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expressions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Sorts under a limit whose rows take more than a sort may: the same rows come, through the disk, whether a thread has
/// found as many as are wanted before memory gets short, or not.
@ExtendWith(PoolCheck.class)
class TopPilesTest {
    private static final int CASES = 400;
    private static final int MOST_ROWS = 30_000;
    private static final int MOST_BYTES = 1 << 20;

    @TempDir
    Path folder;

    @Test
    void theFirstRowsAreThoseOfASortInMemory(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(random, pool));
    }

    private void check(SplittableRandom random, MemoryPool pool) throws Exception {
        long[] values = random.longs(random.nextInt(1, MOST_ROWS), 0, random.nextInt(1, 5_000))
                .toArray();
        int offset = random.nextInt(values.length);
        int count = random.nextInt(1, random.nextBoolean() ? 20 : MOST_ROWS);
        QueryContext context = context(random, pool);
        try (Table table =
                Table.of("v", values, "row", LongStream.range(0, values.length).toArray())) {
            LogicalPlan sorted = new LogicalPlan.Sort(
                    new LogicalPlan.Values(table),
                    List.of(new SortKey(Expressions.col("v"), SortDirection.DESCENDING)));
            try (Table first = Executor.collect(new LogicalPlan.Limit(sorted, offset, count), context)) {
                assertThat(first.longs("row")).isEqualTo(rows(values, offset, count));
            }
        }
        PoolCheck.assertEmpty(pool);
        assertThat(folder).isEmptyDirectory();
    }

    private static long[] rows(long[] values, int offset, int count) {
        return IntStream.range(0, values.length)
                .boxed()
                .sorted(Comparator.comparing((Integer row) -> -values[row]))
                .skip(offset)
                .limit(count)
                .mapToLong(Integer::longValue)
                .toArray();
    }

    private QueryContext context(SplittableRandom random, MemoryPool pool) {
        return QueryContext.builder()
                .pool(pool)
                .threads(random.nextInt(1, 4))
                .spillFolder(folder)
                .settings(new Settings(Map.of(
                        "morsel.rows", String.valueOf(random.nextInt(50, 5_000)),
                        "sort.spill.bytes", String.valueOf(random.nextInt(100, MOST_BYTES)))))
                .build();
    }
}
