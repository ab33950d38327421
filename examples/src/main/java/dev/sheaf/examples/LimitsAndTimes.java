package dev.sheaf.examples;

import static dev.sheaf.expr.Expressions.sum;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.util.stream.IntStream;

/// Gives a query its threads and its memory, and looks at what became of it.
///
/// ```text
/// 200000 groups
/// all memory given back: true
/// time was spent on grouping: true
/// no room under a limit of 1.00 MiB
/// ```
public final class LimitsAndTimes {
    private LimitsAndTimes() {}

    static void main() {
        int[] keys = IntStream.range(0, 400_000).map(row -> row * 7 % 200_000).toArray();
        try (Table table = Table.of("k", keys, "v", keys)) {
            measured(table);
            limited(table);
        }
    }

    private static void measured(Table table) {
        try (MemoryPool pool = MemoryPool.withLimit(1L << 30)) {
            QueryContext context = QueryContext.builder().pool(pool).threads(2).build();
            try (Table sums = GroupBy.on(table, "k").aggregate(context, sum("v"))) {
                IO.println(sums.rowCount() + " groups");
            }
            IO.println("all memory given back: " + (pool.usedBytes() == 0));
            IO.println("time was spent on grouping: " + (context.phases().nanos(Phase.GROUP) > 0));
        }
    }

    private static void limited(Table table) {
        try (MemoryPool pool = MemoryPool.withLimit(1L << 20)) {
            QueryContext context = QueryContext.builder().pool(pool).build();
            GroupBy.on(table, "k").aggregate(context, sum("v")).close();
        } catch (MemoryLimitException limit) {
            IO.println("no room under a limit of " + ByteSize.format(limit.limitBytes()));
        }
    }
}
