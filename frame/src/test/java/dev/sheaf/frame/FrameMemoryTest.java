package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.spill.SpillManager;
import dev.sheaf.spill.SpillOptions;
import dev.sheaf.testing.PoolCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

class FrameMemoryTest {
    private static final int ROWS = 100_000;

    private static FrameOptions options(MemoryPool pool) {
        return FrameOptions.DEFAULT.withQueries(
                () -> QueryContext.builder().pool(pool).threads(2).build());
    }

    private static DataFrame frame(MemoryPool pool) {
        DataFrame shared = DataFrame.of("v", new long[ROWS]);
        return shared.with(options(pool)).deepCopy();
    }

    /// Each frame takes 1.6 MB with its labels; nobody closes one.
    @Test
    void framesThatNobodyReachesGiveTheirMemoryBackUnderTheLimit() {
        try (MemoryPool pool = MemoryPool.withLimit(16 << 20)) {
            DataFrame frame = frame(pool);
            for (int i = 0; i < 60; i++) {
                frame = frame.filter(col("v").ge(0)).assign(col("v").plus(1).as("v"));
            }
            assertThat(frame.get("v").sum()).isEqualTo(60L * ROWS);
            assertThat(pool.leakCount()).isZero();
        }
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingIsLost() {
        try (MemoryPool pool = MemoryPool.withLimit(2 << 20)) {
            SpillManager.attach(pool, SpillOptions.DEFAULT.enabled(false));
            DataFrame frame = frame(pool);
            long before = pool.usedBytes();

            assertThatThrownBy(() -> frame.assign(
                            col("v").plus(1).as("w"), col("v").plus(2).as("x")))
                    .isInstanceOf(MemoryLimitException.class);
            assertThat(pool.usedBytes()).isEqualTo(before);
            assertThat(frame.rowCount()).isEqualTo(ROWS);
        }
    }

    @Test
    @ExtendWith(PoolCheck.class)
    void closingGivesMemoryBackAtOnceAndSharersKeepTheirs(MemoryPool pool) {
        DataFrame frame = frame(pool);
        DataFrame half = frame.slice(0, ROWS / 2);
        DataFrame found = frame.filter(col("v").eq(0));
        frame.close();

        assertThat(half.get(ROWS / 2 - 1, "v")).isEqualTo(0L);
        half.close();
        assertThat(found.rowCount()).isEqualTo(ROWS);
        found.close();
        assertThatThrownBy(() -> frame.get(0, "v")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aTableMayBeClosedOnceItsFrameIsMade() {
        DataFrame frame;
        try (Table table = Table.of("v", new int[] {1, 2})) {
            frame = DataFrame.of(table);
        }
        assertThat(frame.get("v").ints()).containsExactly(1, 2);
    }

    @Test
    void aLazyFrameKeepsItsFrameReachable() {
        LazyFrame lazy = DataFrame.of("v", new int[] {1, 2}).lazy();
        System.gc();

        assertThat(lazy.count()).isEqualTo(2);
        assertThat(DataFrame.collect(lazy.filter(col("v").gt(1))).get("v").ints())
                .containsExactly(2);
    }

    /// Copies of 0.8 MB each that writes and deep copies make, nobody closes one.
    @Test
    void writesAndCopiesFindMemoryThatNobodyReachesUnderTheLimit() {
        try (MemoryPool pool = MemoryPool.withLimit(8 << 20)) {
            DataFrame frame = frame(pool);
            for (int i = 1; i <= 40; i++) {
                DataFrame copy = frame.copy();
                copy.set(0, "v", (long) i);
                Series part = copy.get("v").deepCopy();
                frame = DataFrame.concat(copy.slice(0, 1), copy.slice(1, ROWS - 1))
                        .deepCopy();
                assertThat(part.get(0)).isEqualTo((long) i);
            }
            assertThat(frame.get("v").sum()).isEqualTo(40L);
            assertThat(pool.leakCount()).isZero();
        }
    }
}
