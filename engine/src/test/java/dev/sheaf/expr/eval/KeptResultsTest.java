package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.DictionaryEncoding;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Batches whose dictionaries were computed before.
@ExtendWith(PoolCheck.class)
class KeptResultsTest {
    private static final int CASES = 1_000;

    @Test
    void batchesGiveWhatTheyGiveAlone() {
        RandomCases.run(CASES, KeptResultsTest::checkBatches);
    }

    private static void checkBatches(SplittableRandom random) {
        RandomTables tables = new RandomTables(random);
        Schema schema = Schema.of(new Field("c1", tables.scalarType()), new Field("c2", tables.scalarType()));
        Expr expr = new RandomExprs(random, schema).next();
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table first = tables.sample(schema, 60).build(pool);
                    Table second = tables.sample(schema, 60).build(pool);
                    KeptResults kept = new KeptResults()) {
                Evaluator evaluator = Evaluator.compile(expr, schema);
                for (int i = 0; i < 6; i++) {
                    checkBatch(evaluator, random.nextInt(3) > 0 ? first : second, kept, random, pool);
                }
            }
            assertThat(pool.usedBytes()).as(expr.outputName()).isZero();
        }
    }

    private static void checkBatch(
            Evaluator evaluator, Table all, KeptResults kept, SplittableRandom random, MemoryPool pool) {
        long from = random.nextLong(all.rowCount() + 1);
        try (Table batch = all.slice(from, random.nextLong(all.rowCount() - from + 1))) {
            List<@Nullable Object> alone = values(() -> evaluator.evaluate(batch, pool));
            List<@Nullable Object> after = values(() -> evaluator.evaluate(batch, pool, kept));
            assertThat(Values.same(alone, after, 0))
                    .as("%s gives %s alone and %s later", evaluator.bound(), alone, after)
                    .isTrue();
        }
    }

    /// Or the class of the error that one of them raises.
    private static List<@Nullable Object> values(Supplier<Column> evaluation) {
        try (Column column = evaluation.get()) {
            List<@Nullable Object> values = new ArrayList<>();
            for (long row = 0; row < column.length(); row++) {
                values.add(column.get(row));
            }
            return values;
        } catch (ArithmeticException | IllegalArgumentException failure) {
            return List.of(failure.getClass().getName());
        }
    }

    @Test
    void textsOfOneDictionaryShareTheDictionaryOfTheirResults(MemoryPool pool) {
        try (Table plain = Table.of("t", new String[] {"a", "b", "a", "b", "a", "b"});
                Table batch = coded(plain, pool);
                Table later = batch.slice(2, 4);
                KeptResults kept = new KeptResults()) {
            Evaluator upper = Evaluator.compile(call(Function.UPPER, col("t")), plain.schema());
            try (Column one = upper.evaluate(batch, pool, kept);
                    Column other = upper.evaluate(later, pool, kept)) {
                assertThat(other.get(0)).isEqualTo("A");
                assertThat(values(one).segment()).isEqualTo(values(other).segment());
            }
        }
    }

    @Test
    void dictionariesOfOtherThreadsLeaveThoseOfAThread(MemoryPool pool) throws InterruptedException {
        try (Table plain = Table.of("t", new String[] {"a", "b", "a", "b", "a", "b"});
                Table batch = coded(plain, pool);
                Table ofOther = coded(plain, pool);
                KeptResults kept = new KeptResults()) {
            Evaluator upper = Evaluator.compile(call(Function.UPPER, col("t")), plain.schema());
            Runnable other = () -> upper.evaluate(ofOther, pool, kept).close();
            try (Column before = upper.evaluate(batch, pool, kept)) {
                Thread thread = new Thread(other);
                thread.start();
                thread.join();
                try (Column after = upper.evaluate(batch, pool, kept)) {
                    assertThat(values(after).segment()).isEqualTo(values(before).segment());
                }
            }
        }
    }

    @Test
    void dictionariesALittleLargerThanTheirBatchesAreComputedOnce(MemoryPool pool) {
        try (Table plain = Table.of("t", new String[] {"a", "b", "c", "d"});
                Table all = coded(plain, pool);
                Table batch = all.slice(0, 3);
                Table later = all.slice(1, 3);
                KeptResults kept = new KeptResults()) {
            Evaluator upper = Evaluator.compile(call(Function.UPPER, col("t")), plain.schema());
            try (Column one = upper.evaluate(batch, pool, kept);
                    Column other = upper.evaluate(later, pool, kept)) {
                assertThat(other.get(2)).isEqualTo("D");
                assertThat(values(one).segment()).isEqualTo(values(other).segment());
            }
        }
    }

    @Test
    void conditionsKeepWhatTheyGaveForADictionary(MemoryPool pool) {
        try (Table plain = Table.of("t", new String[] {"a", "b", "a", "b", "a", "b"});
                Table batch = coded(plain, pool);
                Table later = batch.slice(1, 5);
                KeptResults kept = new KeptResults()) {
            RowFilter isUpper = RowFilter.compile(call(Function.UPPER, col("t")).eq("A"), plain.schema());
            long before = pool.usedBytes();
            long[] bits = {0};
            assertThat(isUpper.mark(batch, bits, pool, kept)).isEqualTo(3);
            long after = pool.usedBytes();
            assertThat(after).isGreaterThan(before);
            assertThat(isUpper.mark(later, bits, pool, kept)).isEqualTo(2);
            assertThat(bits[0]).isEqualTo(0b01010);
            assertThat(pool.usedBytes()).isEqualTo(after);
        }
    }

    @Test
    void numbersOfARangeTooWideForABatchAreComputedOnceForAStream(MemoryPool pool) {
        try (Table batch = numbers(5_000, row -> row * 7L % 2_000, pool);
                KeptResults kept = new KeptResults()) {
            Evaluator text = Evaluator.compile(col("n").cast(DataType.STRING), batch.schema());
            for (int i = 0; i < 6; i++) {
                text.evaluate(batch, pool, kept).close();
            }
            try (Column first = text.evaluate(batch, pool, kept);
                    Column second = text.evaluate(batch, pool, kept)) {
                assertThat(values(first).length()).isEqualTo(2_000);
                assertThat(values(second).segment()).isEqualTo(values(first).segment());
                assertThat(second.get(3)).isEqualTo("21");
            }
        }
    }

    @Test
    void numbersOfAStreamGiveWhatTheyGiveAlone() {
        RandomCases.run(CASES / 5, KeptResultsTest::checkNumbers);
    }

    private static void checkNumbers(SplittableRandom random) {
        try (MemoryPool pool = MemoryPool.create()) {
            try (KeptResults kept = new KeptResults()) {
                long least = 0;
                for (int i = 0; i < 8; i++) {
                    least += random.nextLong(-100, 300);
                    long from = random.nextInt(9) == 0 ? Long.MAX_VALUE - 50 : least;
                    long range = 1 + random.nextLong(1L << random.nextInt(12));
                    SplittableRandom values = random.split();
                    try (Table batch =
                            numbers(random.nextInt(3_000, 9_000), _ -> from + values.nextLong(range), pool)) {
                        Evaluator text = Evaluator.compile(col("n").cast(DataType.STRING), batch.schema());
                        checkBatch(text, batch, kept, random, pool);
                    }
                }
            }
            assertThat(pool.usedBytes()).isZero();
        }
    }

    /// Every ninth is null.
    private static Table numbers(int rows, IntToLongFunction number, MemoryPool pool) {
        Tables.Rows table = Tables.of("n:int64");
        for (int row = 0; row < rows; row++) {
            table.row(row % 9 == 8 ? null : number.applyAsLong(row));
        }
        return table.build(pool);
    }

    private static Table coded(Table plain, MemoryPool pool) {
        Column codes = DictionaryEncoding.encode(plain.column(0), pool);
        return new Table(plain.schema(), List.of(codes), plain.rowCount());
    }

    private static VarColumn values(Column column) {
        return (VarColumn) ((DictionaryColumn) column).values();
    }
}
