package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class LongRangesTest {
    private static final int[] SIZES = {0, 1, 63, 64, 65, 1023, 1024, 1025, 2500};

    private static int[] selected(Table table, Expr condition, MemoryPool pool) {
        int[] rows = new int[(int) table.rowCount()];
        int count = RowFilter.compile(condition, table.schema()).select(table, rows, pool);
        return java.util.Arrays.copyOf(rows, count);
    }

    @Test
    void rangesOfSeveralColumnsHoldTogether(MemoryPool pool) {
        Expr condition = col("a").ge(lit(-20))
                .and(col("b").lt(lit(900)))
                .and(col("c").ge(lit(5)).and(col("c").le(lit(70_000))))
                .and(col("d").gt(lit(-3L)));
        for (int size : SIZES) {
            Tables.Rows rows = Tables.of("a:int8", "b:int16", "c:int32", "d:int32");
            for (int i = 0; i < size; i++) {
                rows.row(a(i), b(i), c(i), d(i));
            }
            try (Table table = rows.build(pool)) {
                assertThat(selected(table, condition, pool))
                        .containsExactly(IntStream.range(0, size)
                                .filter(LongRangesTest::fits)
                                .toArray());
                assertSlice(table, condition, pool);
            }
        }
    }

    private static void assertSlice(Table table, Expr condition, MemoryPool pool) {
        int from = (int) table.rowCount() / 3;
        try (Table slice = table.slice(from, table.rowCount() - from)) {
            assertThat(selected(slice, condition, pool))
                    .containsExactly(IntStream.range(from, (int) table.rowCount())
                            .filter(LongRangesTest::fits)
                            .map(row -> row - from)
                            .toArray());
        }
    }

    private static int a(int row) {
        return row % 256 - 128;
    }

    private static int b(int row) {
        return row * 31 % 2000 - 1000;
    }

    private static int c(int row) {
        return row % 5 == 0 ? Integer.MIN_VALUE : row % 7 == 0 ? Integer.MAX_VALUE : row * 40;
    }

    private static int d(int row) {
        return row % 11 - 5;
    }

    private static boolean fits(int row) {
        return a(row) >= -20 && b(row) < 900 && c(row) >= 5 && c(row) <= 70_000 && d(row) > -3;
    }

    @Test
    void nullsAreNotInAnyRange(MemoryPool pool) {
        try (Table table = Tables.of("a:int32", "b:int32")
                .row(1, 1)
                .row(null, 1)
                .row(1, null)
                .row(1, 9)
                .row(1, 2)
                .build(pool)) {
            Expr condition = col("a").eq(lit(1)).and(col("b").lt(lit(5)));
            assertThat(selected(table, condition, pool)).containsExactly(0, 4);
        }
    }

    @Test
    void emptyRangesAndConstantsOutsideOfTheTypeKeepWhatTheySay(MemoryPool pool) {
        Tables.Rows rows = Tables.of("a:int8", "d:decimal(15, 2)");
        for (int i = 0; i < 200; i++) {
            rows.row(i - 100, new BigDecimal(i).movePointLeft(2));
        }
        try (Table table = rows.build(pool)) {
            Expr hundredths = col("d").ge(lit(new BigDecimal("0.055"))).and(col("d").lt(lit(0.07)));
            assertThat(selected(table, hundredths, pool)).containsExactly(6);
            assertThat(selected(table, col("a").gt(lit(5)).and(col("a").lt(lit(5))), pool))
                    .isEmpty();
            assertThat(selected(table, col("a").gt(lit(128)).and(col("d").ge(lit(0))), pool))
                    .isEmpty();
            assertThat(selected(table, col("a").lt(lit(1L << 40)).and(col("d").ge(lit(-1))), pool))
                    .hasSize(200);
            assertThat(selected(table, col("a").ge(lit(Long.MIN_VALUE)).and(col("a").le(lit(-100L))), pool))
                    .containsExactly(0);
        }
    }

    @Test
    void datesAndExtremesOfInt32AreComparedAsTheyAre(MemoryPool pool) {
        try (Table table = Tables.of("day:date", "i:int32")
                .row(LocalDate.of(1993, 12, 31), Integer.MAX_VALUE)
                .row(LocalDate.of(1994, 1, 1), Integer.MIN_VALUE)
                .row(LocalDate.of(1994, 12, 31), Integer.MAX_VALUE)
                .row(LocalDate.of(1995, 1, 1), 0)
                .build(pool)) {
            Expr year =
                    col("day").ge(lit(LocalDate.of(1994, 1, 1))).and(col("day").lt(lit(LocalDate.of(1995, 1, 1))));
            assertThat(selected(table, year, pool)).containsExactly(1, 2);
            assertThat(selected(table, year.and(col("i").ge(lit(Integer.MAX_VALUE))), pool))
                    .containsExactly(2);
            assertThat(selected(table, year.and(col("i").le(lit(Integer.MIN_VALUE))), pool))
                    .containsExactly(1);
        }
    }
}
