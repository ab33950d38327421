package dev.sheaf.expr.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.expr.fold.Folding;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The evaluator gives what the interpreter gives: on random expressions over random columns, sliced and
/// dictionary-encoded ones among them, and raises an error where it does.
class EvaluatorRandomTest {
    private static final int CASES = 4_000;

    @Test
    void evaluatorAgreesWithInterpreter() {
        RandomCases.run(CASES, EvaluatorRandomTest::checkExpression);
    }

    @Test
    void filterKeepsTheRowsForWhichTheInterpreterSaysTrue() {
        RandomCases.run(CASES / 8, EvaluatorRandomTest::checkFilter);
    }

    @Test
    void rangesOfManyColumnsKeepTheRowsForWhichTheInterpreterSaysTrue() {
        RandomCases.run(CASES / 8, EvaluatorRandomTest::checkRanges);
    }

    @Test
    void foldingChangesNoValue() {
        RandomCases.run(CASES / 4, EvaluatorRandomTest::checkFolding);
    }

    /// Where errors matter, expressions that cannot raise one are computed earlier than they are written, or for rows
    /// that they are not written for.
    @Test
    void whatRaisesAnErrorIsKnownToFail() {
        RandomCases.run(CASES, EvaluatorRandomTest::checkFailing);
    }

    /// Chunks are cut where their texts do not fit one view, here of a few bytes.
    @Test
    void textsOfAnySizeGiveTheSame() {
        RandomCases.run(CASES / 2, EvaluatorRandomTest::checkFewBytes);
    }

    private static Sample sample(SplittableRandom random) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(1, 7); i > 0; i--) {
            DataType type = random.nextInt(12) == 0 ? DataType.INTERVAL : tables.scalarType();
            fields.add(new Field("c" + i, type, random.nextInt(5) != 0));
        }
        int rows = tables.size(random.nextInt(20) == 0 ? Chunk.ROWS : 100);
        return tables.sample(new Schema(fields), rows);
    }

    private static void checkExpression(SplittableRandom random) {
        Sample sample = sample(random);
        Expr expr = new RandomExprs(random, sample.schema()).next();
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = sample.build(pool)) {
                List<@Nullable Object> expected = interpreted(expr, table);
                List<@Nullable Object> actual = evaluated(expr, table, pool);
                assertSame(
                        expected,
                        actual,
                        () -> expr.outputName() + "\nbound to " + Binder.bind(expr, sample.schema()) + "\nof "
                                + sample);
            }
            assertThat(pool.usedBytes()).as(expr.outputName()).isZero();
        }
    }

    private static void checkFewBytes(SplittableRandom random) {
        Sample sample = sample(random);
        Expr expr = new RandomExprs(random, sample.schema()).next();
        BoundExpr bound = Binder.bind(expr, sample.schema());
        Program program = Compiler.compile(
                bound, Set.of(), body -> Evaluator.of(body)::evaluate, new Chunk(random.nextInt(16, 1 << 10)));
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = sample.build(pool)) {
                List<@Nullable Object> expected = interpreted(expr, table);
                List<@Nullable Object> actual = values(() -> program.compute(table, pool, bound));
                boolean isTooLong = isError(actual) && actual.toString().contains("texts of a row take");
                if (!isTooLong) {
                    assertSame(expected, actual, () -> expr.outputName() + "\nbound to " + bound + "\nof " + sample);
                }
            }
            assertThat(pool.usedBytes()).as(expr.outputName()).isZero();
        }
    }

    private static void checkFailing(SplittableRandom random) {
        Sample sample = sample(random);
        Expr expr = new RandomExprs(random, sample.schema()).next();
        if (Failing.mayFail(expr, sample.schema())) {
            return;
        }
        try (MemoryPool pool = MemoryPool.create();
                Table table = sample.build(pool)) {
            assertThat(isError(interpreted(expr, table)))
                    .as("%s raises an error, of %s", expr.outputName(), sample)
                    .isFalse();
        }
    }

    private static void checkFilter(SplittableRandom random) {
        Sample sample = sample(random);
        Expr condition = new RandomExprs(random, sample.schema()).condition();
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = sample.build(pool)) {
                List<@Nullable Object> truth = interpreted(condition, table);
                if (!isError(truth)) {
                    checkKept(table, condition, truth, pool);
                }
            }
            assertThat(pool.usedBytes()).as(condition.outputName()).isZero();
        }
    }

    private static void checkRanges(SplittableRandom random) {
        RandomRanges ranges = new RandomRanges(random);
        Sample sample = ranges.sample();
        Expr condition = ranges.conjunction(sample.schema());
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = sample.build(pool)) {
                checkKept(table, condition, interpreted(condition, table), pool);
            }
            assertThat(pool.usedBytes()).as(condition.outputName()).isZero();
        }
    }

    private static void checkKept(Table table, Expr condition, List<@Nullable Object> truth, MemoryPool pool) {
        try (Table kept = RowFilter.compile(condition, table.schema()).apply(table, pool)) {
            for (String name : table.schema().names()) {
                List<@Nullable Object> expected = new ArrayList<>();
                for (int row = 0; row < truth.size(); row++) {
                    if (Boolean.TRUE.equals(truth.get(row))) {
                        expected.add(table.column(name).get(row));
                    }
                }
                assertSame(expected, kept.values(name), condition::outputName);
            }
        }
    }

    private static void checkFolding(SplittableRandom random) {
        Sample sample = sample(random);
        Expr expr = new RandomExprs(random, sample.schema()).next();
        Expr folded = Folding.fold(expr, sample.schema());
        assertThat(Typing.typeOf(folded, sample.schema()).decoded())
                .as("%s to %s", expr.outputName(), folded.outputName())
                .isEqualTo(Typing.typeOf(expr, sample.schema()).decoded());
        try (MemoryPool pool = MemoryPool.create();
                Table table = sample.build(pool)) {
            List<@Nullable Object> expected = interpreted(expr, table);
            if (!isError(expected)) {
                assertSame(
                        expected,
                        interpreted(folded, table),
                        () -> expr.outputName() + " folded to " + folded.outputName() + "\nbound to "
                                + Binder.bind(expr, sample.schema()) + "\nof " + sample);
            }
        }
    }

    /// The values, or one error for the column.
    private static List<@Nullable Object> interpreted(Expr expr, Table table) {
        Interpreter interpreter = Interpreter.of(Binder.bind(expr, table.schema()));
        List<@Nullable Object> values = new ArrayList<>();
        try {
            for (long row = 0; row < table.rowCount(); row++) {
                values.add(interpreter.evaluate(table, row));
            }
            return values;
        } catch (ArithmeticException | IllegalArgumentException failure) {
            return List.of(failure);
        }
    }

    private static List<@Nullable Object> evaluated(Expr expr, Table table, MemoryPool pool) {
        Evaluator evaluator = Evaluator.compile(expr, table.schema());
        return values(() -> {
            Column column = evaluator.evaluate(table, pool);
            assertThat(column.type().decoded()).isEqualTo(evaluator.type());
            return column;
        });
    }

    private static List<@Nullable Object> values(Supplier<Column> computed) {
        try (Column column = computed.get()) {
            List<@Nullable Object> values = new ArrayList<>();
            for (long row = 0; row < column.length(); row++) {
                values.add(column.get(row));
            }
            return values;
        } catch (ArithmeticException | IllegalArgumentException failure) {
            return List.of(failure);
        }
    }

    private static boolean isError(List<@Nullable Object> values) {
        return values.size() == 1 && values.getFirst() instanceof Exception;
    }

    private static void assertSame(
            List<@Nullable Object> expected, List<@Nullable Object> actual, Supplier<String> description) {
        if (isError(expected) && isError(actual)) {
            return;
        }
        assertThat(isError(expected) || isError(actual))
                .as(() -> "errors of " + description.get() + ": " + expected + " / " + actual)
                .isFalse();
        assertThat(actual).as(description).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            if (!Values.same(expected.get(row), actual.get(row), 0)) {
                throw new AssertionError("row " + row + " is " + actual.get(row) + ", not " + expected.get(row) + ": "
                        + description.get());
            }
        }
    }
}
