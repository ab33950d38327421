package dev.sheaf.plan.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.physical.Run;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class StreamOrderTest {

    @Test
    void rowsComeInOrderFromSourcesThatReadSeveralGroupsAtOnce(MemoryPool pool) {
        RandomCases.run(40, random -> {
            int groups = random.nextInt(1, 6);
            int groupRows = random.nextInt(1, 200);
            List<Long> rows = new ArrayList<>();
            Executor.forEach(
                    scan(random, groups, groupRows), context(random, pool), table -> rows.addAll(rowsOf(table)));
            assertThat(rows).isEqualTo(range(0, (long) groups * groupRows));
        });
    }

    @Test
    void limitTakesTheFirstRowsWhicheverThreadReadsThem(MemoryPool pool) {
        RandomCases.run(40, random -> {
            int groups = random.nextInt(1, 6);
            int groupRows = random.nextInt(1, 200);
            long offset = random.nextInt(300);
            long count = random.nextInt(1, 300);
            LogicalPlan plan = new LogicalPlan.Limit(scan(random, groups, groupRows), offset, count);
            long all = (long) groups * groupRows;
            try (Table table = Executor.collect(plan, context(random, pool))) {
                assertThat(rowsOf(table)).isEqualTo(range(Math.min(offset, all), Math.min(offset + count, all)));
            }
        });
    }

    @Test
    void limitStopsReading(MemoryPool pool) {
        Dataset endless =
                new Interleaved(() -> new InterleavedSource(true, 10, Integer.MAX_VALUE, 20, new SplittableRandom(1)));
        LogicalPlan plan =
                new LogicalPlan.Limit(new LogicalPlan.Scan(endless, List.of("row"), Optional.empty()), 5, 100);
        for (QueryContext context : Run.contexts(pool)) {
            try (Table table = Executor.collect(plan, context)) {
                assertThat(rowsOf(table)).isEqualTo(range(5, 105));
            }
        }
    }

    private static LogicalPlan scan(SplittableRandom random, int groups, int groupRows) {
        boolean tells = random.nextBoolean();
        int batchRows = random.nextInt(1, 50);
        SplittableRandom choices = random.split();
        Dataset dataset = new Interleaved(() -> new InterleavedSource(tells, groups, groupRows, batchRows, choices));
        return new LogicalPlan.Scan(dataset, List.of("row"), Optional.empty());
    }

    private static List<Long> rowsOf(Table table) {
        List<Long> rows = new ArrayList<>();
        for (long row : table.longs("row")) {
            rows.add(row);
        }
        return rows;
    }

    private static List<Long> range(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    private static QueryContext context(SplittableRandom random, MemoryPool pool) {
        return QueryContext.builder().pool(pool).threads(random.nextInt(1, 5)).build();
    }
}
