package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What evaluators and filters do with batches, memory and threads.
@ExtendWith(PoolCheck.class)
class EvaluatorTest {
    private static final Expr A = col("a");
    private static final Expr S = col("s");

    private static Table numbers(int rows, MemoryPool pool) {
        Tables.Rows table = Tables.of("a:int32", "s:string");
        for (int row = 0; row < rows; row++) {
            table.row(row, "text " + row % 7);
        }
        return table.build(pool);
    }

    private static List<@Nullable Object> values(Column column) {
        List<@Nullable Object> values = new ArrayList<>();
        for (long row = 0; row < column.length(); row++) {
            values.add(column.get(row));
        }
        return values;
    }

    private static Table encoded(Table plain, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        for (Column column : plain.columns()) {
            columns.add(DictionaryEncoding.encode(column, pool));
        }
        return new Table(plain.schema(), columns, plain.rowCount());
    }

    @Test
    void nullWhateverTheEntryIsNullInEveryRow(MemoryPool pool) {
        try (Table plain = numbers(20, pool);
                Table texts = plain.select(List.of("s"));
                Table codes = encoded(texts, pool);
                Column none = Evaluator.compile(call(Function.NULLIF, lit(null), S), texts.schema())
                        .evaluate(codes, pool)) {
            assertThat(values(none)).hasSize(20).containsOnlyNulls();
        }
    }

    @Test
    void batchesOfAllSizesAroundAChunk(MemoryPool pool) {
        Evaluator next = Evaluator.compile(A.plus(1), Schema.of(new Field("a", DataType.INT32)));
        for (int rows : new int[] {0, 1, 63, 64, 65, Chunk.ROWS - 1, Chunk.ROWS, Chunk.ROWS + 1, 3 * Chunk.ROWS}) {
            try (Table table = numbers(rows, pool);
                    Table only = table.select(List.of("a"));
                    Column column = next.evaluate(only, pool)) {
                assertThat(column.length()).isEqualTo(rows);
                for (int row = 0; row < rows; row++) {
                    assertThat(column.get(row)).isEqualTo(row + 1);
                }
            }
        }
    }

    @Test
    void aCaseOfConstantTextsGivesADictionaryOfThem(MemoryPool pool) {
        Expr text = when(A.lt(2))
                .then("low")
                .when(A.eq(3))
                .then(null)
                .when(A.eq(4))
                .then("low")
                .otherwise("high");
        try (Table table = numbers(6, pool);
                Column column = Evaluator.compile(text, table.schema()).evaluate(table, pool)) {
            assertThat(values(column)).containsExactly("low", "low", "high", null, "low", "high");
            assertThat(((DictionaryColumn) column).values().length()).isEqualTo(2);
        }
    }

    @Test
    void numbersOfANarrowRangeAreComputedOnce(MemoryPool pool) {
        Tables.Rows rows = Tables.of("n:int64", "d:date");
        for (int row = 0; row < 5_000; row++) {
            rows.row(row % 9 == 0 ? null : row % 100 - 50L, LocalDate.EPOCH.minusDays(row % 70));
        }
        try (Table table = rows.build(pool);
                Column texts = Evaluator.compile(col("n").cast(DataType.STRING), table.schema())
                        .evaluate(table, pool);
                Column months = Evaluator.compile(call(Function.MONTH, col("d")), table.schema())
                        .evaluate(table, pool)) {
            assertThat(((DictionaryColumn) texts).values().length()).isEqualTo(100);
            for (int row = 0; row < 5_000; row++) {
                assertThat(texts.get(row)).isEqualTo(row % 9 == 0 ? null : Long.toString(row % 100 - 50L));
                assertThat(((Number) Objects.requireNonNull(months.get(row))).intValue())
                        .isEqualTo(LocalDate.EPOCH.minusDays(row % 70).getMonthValue());
            }
        }
    }

    @Test
    void aMereColumnIsPassedOnWithoutACopy(MemoryPool pool) {
        try (Table table = numbers(10, pool);
                Column column = Evaluator.compile(A, table.schema()).evaluate(table, pool)) {
            assertThat(((FixedColumn) column).values().address())
                    .isEqualTo(((FixedColumn) table.column("a")).values().address());
        }
    }

    @Test
    void constantsFillTheColumn(MemoryPool pool) {
        try (Table table = numbers(3, pool);
                Column seven = Evaluator.compile(lit(7), table.schema()).evaluate(table, pool);
                Column nothing = Evaluator.compile(lit(null), table.schema()).evaluate(table, pool)) {
            assertThat(values(seven)).containsExactly(7, 7, 7);
            assertThat(values(nothing)).containsExactly(null, null, null);
            assertThat(nothing.type()).isEqualTo(DataType.NULL);
        }
    }

    @Test
    void textOfADictionaryStaysADictionary(MemoryPool pool) {
        Expr start = call(Function.LEFT, S, 4);
        try (Table plain = numbers(100, pool);
                Table table = encoded(plain, pool);
                Column column = Evaluator.compile(start, table.schema()).evaluate(table, pool)) {
            assertThat(column).isInstanceOf(DictionaryColumn.class);
            assertThat(((DictionaryColumn) column).values().length()).isEqualTo(1);
            assertThat(column.get(99)).isEqualTo("text");
        }
    }

    @Test
    void nothingOfABatchIsLeftForOneWhoseDictionaryIsEmpty(MemoryPool pool) {
        try (Table plain = Tables.of("b:bool").row(false).row(true).row(false).build(pool);
                Table empty = Tables.of("b:bool")
                        .row((Object) null)
                        .row((Object) null)
                        .row((Object) null)
                        .build(pool);
                Table values = encoded(plain, pool);
                Table nulls = encoded(empty, pool)) {
            RowFilter notTrue = RowFilter.compile(col("b").ne(true), values.schema());
            int[] rows = new int[3];
            assertThat(notTrue.select(values, rows, pool)).isEqualTo(2);
            assertThat(notTrue.select(nulls, rows, pool)).isZero();
            try (Table one = nulls.slice(0, 1)) {
                assertThat(notTrue.select(one, rows, pool)).isZero();
            }
        }
    }

    @Test
    void aValueOfTheDictionaryThatNoRowHasRaisesNothing(MemoryPool pool) {
        try (Table plain = Tables.of("s:string")
                        .row("x")
                        .row("1")
                        .row("2")
                        .row("3")
                        .row("1")
                        .build(pool);
                Table whole = encoded(plain, pool);
                Table table = whole.slice(1, 4);
                Column column = Evaluator.compile(S.cast(DataType.INT32), table.schema())
                        .evaluate(table, pool)) {
            assertThat(values(column)).containsExactly(1, 2, 3, 1);
        }
    }

    @Test
    void theNextBatchMayLieOtherwise(MemoryPool pool) {
        try (Table plain = numbers(100, pool);
                Table dictionaries = encoded(plain, pool)) {
            Evaluator evaluator = Evaluator.compile(call(Function.UPPER, S), plain.schema());
            for (Table batch : List.of(plain, dictionaries, plain)) {
                try (Column column = evaluator.evaluate(batch, pool)) {
                    assertThat(column.get(8)).isEqualTo("TEXT 1");
                }
            }
        }
    }

    @Test
    void aBatchOfOtherTypesIsRefused(MemoryPool pool) {
        Evaluator evaluator = Evaluator.compile(A.plus(1), Schema.of(new Field("a", DataType.INT64)));
        try (Table table = numbers(1, pool)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> evaluator.evaluate(table, pool))
                    .withMessage("column \"a\" is int32 where the expression was compiled for int64");
        }
    }

    @Test
    void garbageUnderNullsRaisesNothing(MemoryPool pool) {
        try (Table table = Tables.of("a:int64", "b:int64", "s:string")
                .row(Long.MAX_VALUE, null, "x")
                .row(null, 0L, null)
                .build(pool)) {
            Expr all = A.plus(1).times(col("b").isNull().cast(DataType.INT64));
            assertThatExceptionOfType(ArithmeticException.class)
                    .isThrownBy(() -> Evaluator.compile(all, table.schema()).evaluate(table, pool));
            Expr nulls = A.plus(col("b")).minus(A.mod(col("b")));
            try (Column column = Evaluator.compile(nulls, table.schema()).evaluate(table, pool)) {
                assertThat(values(column)).containsExactly(null, null);
            }
        }
    }

    @Test
    void nothingLeaksWhenMemoryRunsOut() {
        List<Expr> exprs = List.of(
                A.plus(1),
                A.gt(5),
                call(Function.UPPER, call(Function.CONCAT, S, A)),
                call(Function.REPEAT, S, 20),
                call(Function.LEFT, S, 2),
                S.like("%5%"));
        for (Expr expr : exprs) {
            for (long limit = 20_000; limit < 400_000; limit += 9_000) {
                evaluateWithin(limit, expr);
            }
        }
    }

    private static void evaluateWithin(long limit, Expr expr) {
        MemoryPool shared = MemoryPool.shared();
        try (MemoryPool pool = MemoryPool.withLimit(limit);
                Table plain = numbers(2_000, shared);
                Table dictionaries = encoded(plain, shared)) {
            for (Table table : List.of(plain, dictionaries)) {
                try {
                    Evaluator.compile(expr, table.schema())
                            .evaluate(table, pool)
                            .close();
                    RowFilter.compile(expr.isNull(), table.schema())
                            .apply(table, pool)
                            .close();
                } catch (MemoryLimitException refused) {
                    assertThat(refused).hasMessageContaining("memory");
                }
                PoolCheck.assertEmpty(pool);
            }
        }
    }

    @Test
    void threadsShareAnEvaluator(MemoryPool pool) throws InterruptedException, ExecutionException {
        try (Table table = numbers(5_000, pool);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            Evaluator evaluator = Evaluator.compile(A.times(2).plus(call(Function.LENGTH, S)), table.schema());
            List<Future<Boolean>> runs = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                runs.add(threads.submit(() -> {
                    try (Column column = evaluator.evaluate(table, pool)) {
                        return Long.valueOf(2 * 4_999 + 6).equals(column.get(4_999));
                    }
                }));
            }
            for (Future<Boolean> run : runs) {
                assertThat(run.get()).isTrue();
            }
        }
    }

    @Test
    void aFilterThatKeepsAllRowsSharesThem(MemoryPool pool) {
        try (Table table = numbers(100, pool);
                Table kept = RowFilter.compile(A.ge(0), table.schema()).apply(table, pool)) {
            assertThat(((FixedColumn) kept.column("a")).values().address())
                    .isEqualTo(((FixedColumn) table.column("a")).values().address());
        }
    }

    @Test
    void aFilterDropsRowsForWhichTheConditionIsFalseOrNull(MemoryPool pool) {
        try (Table table = Tables.of("a:int32")
                        .row(1)
                        .row((Object) null)
                        .row(3)
                        .row(4)
                        .build(pool);
                Table kept = RowFilter.compile(A.gt(1), table.schema()).apply(table, pool);
                Table none = RowFilter.compile(A.gt(9), table.schema()).apply(table, pool)) {
            assertThat(kept.values("a")).containsExactly(3, 4);
            assertThat(none.rowCount()).isZero();
        }
    }

    @Test
    void selectWritesRowNumbers(MemoryPool pool) {
        try (Table table = numbers(3_000, pool)) {
            int[] rows = new int[3_000];
            int count = RowFilter.compile(A.mod(1_000).eq(999), table.schema()).select(table, rows, pool);
            assertThat(count).isEqualTo(3);
            assertThat(rows).startsWith(999, 1_999, 2_999);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RowFilter.compile(A.gt(1), table.schema()).select(table, new int[5], pool))
                    .withMessageContaining("room for 5 rows is too little");
        }
    }

    @Test
    void rangesOfOneColumnAreJoined(MemoryPool pool) {
        try (Table table = numbers(100, pool)) {
            Expr within =
                    A.ge(10).and(S.isNotNull()).and(A.lt(20)).and(A.ne(15)).and(lit(12).le(A));
            try (Table kept = RowFilter.compile(within, table.schema()).apply(table, pool)) {
                assertThat(kept.values("a")).containsExactly(12, 13, 14, 16, 17, 18, 19);
            }
            try (Table none =
                    RowFilter.compile(A.gt(5).and(A.lt(5)), table.schema()).apply(table, pool)) {
                assertThat(none.rowCount()).isZero();
            }
        }
    }
}
