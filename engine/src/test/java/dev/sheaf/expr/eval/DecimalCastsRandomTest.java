package dev.sheaf.expr.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Casts and rounding of decimals beside the interpreter: of numbers that fit longs, that do not, and at the edges of
/// both types, alone in their chunk and mixed.
class DecimalCastsRandomTest {
    private static final int CASES = 4_000;
    private static final int ROWS = 130;

    @Test
    void decimalsOfAnySizeConvertAsTheInterpreterSays() {
        RandomCases.run(CASES, DecimalCastsRandomTest::check);
    }

    private static void check(SplittableRandom random) {
        DecimalType from = type(random);
        Tables.Rows rows = Tables.of("a:" + from);
        int mostDigits = random.nextInt(1, from.precision() + 1);
        boolean onlyEdges = random.nextInt(3) == 0;
        for (int row = 0; row < ROWS; row++) {
            rows.row(random.nextInt(7) == 0 ? null : value(random, from, mostDigits, onlyEdges));
        }
        try (MemoryPool pool = MemoryPool.create();
                Table table = rows.build(pool)) {
            for (Expr expr : expressions(random)) {
                assertThat(evaluated(expr, table, pool))
                        .as("%s of %s", expr.outputName(), from)
                        .isEqualTo(interpreted(expr, table));
            }
        }
    }

    private static List<Expr> expressions(SplittableRandom random) {
        Expr a = Expressions.col("a");
        DataType to = random.nextInt(4) == 0 ? DataType.INT64 : type(random);
        return List.of(
                new Expr.Cast(a, to, true),
                a.cast(to),
                a.cast(DataType.FLOAT64),
                a.round(random.nextInt(6)),
                new Expr.Cast(a.plus(a), to, true));
    }

    private static DecimalType type(SplittableRandom random) {
        int precision = random.nextInt(3) == 0 ? DecimalType.MAX_PRECISION : random.nextInt(1, 39);
        return DataType.decimal(precision, random.nextInt(precision + 1));
    }

    /// A number of at most so many digits, or one at an edge of those digits or of 64 bits.
    private static BigDecimal value(SplittableRandom random, DecimalType type, int digits, boolean edge) {
        BigInteger most = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
        BigInteger unscaled = new BigInteger(1, bytes(random)).mod(most.add(BigInteger.ONE));
        if (edge || random.nextInt(20) == 0) {
            BigInteger word = BigInteger.TWO.pow(63).subtract(BigInteger.valueOf(random.nextInt(3)));
            unscaled = random.nextBoolean() ? word.min(most) : most.subtract(BigInteger.valueOf(random.nextInt(2)));
        }
        return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.scale());
    }

    private static byte[] bytes(SplittableRandom random) {
        byte[] bytes = new byte[17];
        random.nextBytes(bytes);
        return bytes;
    }

    private static List<@Nullable Object> interpreted(Expr expr, Table table) {
        Interpreter interpreter = Interpreter.of(Binder.bind(expr, table.schema()));
        List<@Nullable Object> values = new ArrayList<>();
        try {
            for (long row = 0; row < table.rowCount(); row++) {
                values.add(interpreter.evaluate(table, row));
            }
            return values;
        } catch (ArithmeticException | IllegalArgumentException failure) {
            return List.of("fails");
        }
    }

    private static List<@Nullable Object> evaluated(Expr expr, Table table, MemoryPool pool) {
        List<@Nullable Object> values = new ArrayList<>();
        try (Column column = Evaluator.compile(expr, table.schema()).evaluate(table, pool)) {
            for (long row = 0; row < column.length(); row++) {
                values.add(column.get(row));
            }
            return values;
        } catch (ArithmeticException | IllegalArgumentException failure) {
            return List.of("fails");
        }
    }
}
