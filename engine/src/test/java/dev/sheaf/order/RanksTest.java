package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class RanksTest {
    @Test
    void peersShareARankAndRowNumbersDoNot(MemoryPool pool) {
        assertThat(ranks(Ranks.ROW_NUMBER, pool)).containsExactly(3, 1, 4, 2, 5);
        assertThat(ranks(Ranks.RANK, pool)).containsExactly(3, 1, 3, 1, 5);
        assertThat(ranks(Ranks.DENSE_RANK, pool)).containsExactly(2, 1, 2, 1, 3);
    }

    private static long[] ranks(Ranks kind, MemoryPool pool) {
        List<SortDirection> rising = List.of(SortDirection.ASCENDING);
        try (Table table = Table.of("k", new Integer[] {7, 1, 7, 1, null});
                Buffer sorted = Sorting.argsort(table.columns(), rising, 5, pool);
                Buffer ranks = pool.allocate(40, "ranks")) {
            kind.number(sorted.segment(), 0, 5, RowOrder.of(table.columns(), rising), ranks.segment());
            return LongStream.range(0, 5)
                    .map(row -> ranks.segment().getAtIndex(ValueLayout.JAVA_LONG, row))
                    .toArray();
        }
    }
}
