package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Validity;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class GroupValidityTest {
    /// Marks the groups of rows whose value is not null.
    private static void mark(GroupValidity seen, Tables.Rows rows, int groups, MemoryPool pool) {
        try (var table = rows.build(pool);
                ArgumentVector lane = new ArgumentVector(8, pool)) {
            lane.begin(table.column(1));
            lane.chunk(0, (int) table.rowCount());
            ReductionInput input = new ReductionInput(java.util.List.of(lane), java.util.List.of(lane), null, 8);
            input.load(java.util.Arrays.copyOf(table.ints("g"), 8), (int) table.rowCount());
            seen.mark(input, groups);
        }
    }

    private static Tables.Rows rows() {
        return Tables.of("g:int32", "v:int32");
    }

    @Test
    void nothingIsKeptAsLongAsEveryRowCounts(MemoryPool pool) {
        try (GroupValidity seen = new GroupValidity(pool)) {
            mark(seen, rows().row(0, 1).row(1, 1), 2, pool);
            assertThat(pool.usedBytes()).isZero();
            assertThat(seen.validity(2).allValid()).isTrue();
        }
    }

    @Test
    void groupsOfEarlierCompleteChunksCountAsSeen(MemoryPool pool) {
        try (GroupValidity seen = new GroupValidity(pool)) {
            mark(seen, rows().row(0, 1).row(1, 1), 2, pool);
            mark(seen, rows().row(0, null).row(2, null).row(3, 1), 4, pool);
            try (Validity validity = seen.validity(4)) {
                assertThat(validity.isValid(0)).isTrue();
                assertThat(validity.isValid(1)).isTrue();
                assertThat(validity.isValid(2)).isFalse();
                assertThat(validity.isValid(3)).isTrue();
            }
        }
    }

    @Test
    void aNewGroupAfterAllHaveBeenSeenIsNotSeenBeforeItsFirstValue(MemoryPool pool) {
        try (GroupValidity seen = new GroupValidity(pool)) {
            mark(seen, rows().row(0, 1).row(1, 1).row(0, null), 2, pool);
            mark(seen, rows().row(0, null).row(1, null), 2, pool);
            mark(seen, rows().row(0, 1).row(2, null), 3, pool);
            try (Validity validity = seen.validity(3)) {
                assertThat(validity.nullCount()).isEqualTo(1);
                assertThat(validity.isValid(2)).isFalse();
            }
            mark(seen, rows().row(2, 1).row(0, null), 3, pool);
            assertThat(seen.validity(3).allValid()).isTrue();
        }
    }

    @Test
    void aGroupWithoutRowsIsNotSeen(MemoryPool pool) {
        try (GroupValidity seen = new GroupValidity(pool);
                Validity validity = seen.validity(1)) {
            assertThat(validity.isValid(0)).isFalse();
        }
    }
}
