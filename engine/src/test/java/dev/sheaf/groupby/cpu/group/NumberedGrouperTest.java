package dev.sheaf.groupby.cpu.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class NumberedGrouperTest {

    @Test
    void numbersAreIdsAndRowsWithoutOneAreInNoGroup(MemoryPool pool) {
        try (Table table = Table.of("k", new Integer[] {2, 0, null, 1, 2});
                Grouper grouper = new NumberedGrouper(pool, 3)) {
            int[] ids = new int[4];
            grouper.assign(table.columns(), 1, 4, ids);
            assertThat(ids).containsExactly(0, -1, 1, 2);
            grouper.assign(table.columns(), 1, 4, new byte[] {0, 1, 1, 0}, ids);
            assertThat(ids).containsExactly(-1, -1, 1, -1);
        }
    }

    @Test
    void allGroupsAreThereBeforeTheirRowsAndAfterThem(MemoryPool pool) {
        try (Grouper grouper = new NumberedGrouper(pool, 3)) {
            grouper.clear();
            assertThat(grouper.groupCount()).isEqualTo(3);
            List<Column> keys = grouper.keys();
            assertThat(((FixedColumn) keys.getFirst()).segment().toArray(ValueLayout.JAVA_INT))
                    .startsWith(0, 1, 2);
            keys.forEach(Column::close);
        }
    }

    @Test
    void aNumberOfNoGroupIsAnError(MemoryPool pool) {
        for (int wrong : new int[] {3, -2}) {
            try (Table table = Table.of("k", new int[] {0, wrong});
                    Grouper grouper = new NumberedGrouper(pool, 3)) {
                assertThatThrownBy(() -> grouper.assign(table.columns(), 0, 2, new int[2]))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("not below 3");
            }
        }
    }
}
