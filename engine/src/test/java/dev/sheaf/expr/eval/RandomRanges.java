package dev.sheaf.expr.eval;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.RandomValues;
import dev.sheaf.testing.Sample;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Comparisons of columns with constants under an AND, at times of one column twice, of constants that the type
/// of the column does not hold, and of types that are not tested as whole numbers.
final class RandomRanges {
    private static final List<DataType> TYPES = List.of(
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT32,
            DataType.INT64,
            DataType.UINT8,
            DataType.UINT32,
            DataType.decimal(4, 1),
            DataType.decimal(9, 2),
            DataType.decimal(15, 2),
            DataType.decimal(18, 0),
            DataType.decimal(18, 18),
            DataType.decimal(20, 3),
            DataType.DATE,
            DataType.DATE,
            DataType.TIMESTAMP,
            DataType.FLOAT64,
            DataType.FLOAT32);
    private static final List<Object> BEYOND = List.of(
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            1L << 40,
            -129,
            40_000,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            -0.0,
            0.005,
            new BigDecimal("99999999999999999999"),
            new BigDecimal("0.0000000001"));
    private static final List<Function> COMPARISONS = List.of(
            Function.LESS,
            Function.LESS_OR_EQUAL,
            Function.GREATER,
            Function.GREATER_OR_EQUAL,
            Function.EQUAL,
            Function.NOT_EQUAL);
    private static final int RARELY_EQUAL = 16;

    private final SplittableRandom random;
    private final RandomTables tables;
    private final RandomValues tame;

    RandomRanges(SplittableRandom random) {
        this.random = random;
        this.tables = new RandomTables(random);
        this.tame = new RandomValues(random, RandomValues.TAME);
    }

    Sample sample() {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(1, 8); i > 0; i--) {
            fields.add(new Field("c" + i, TYPES.get(random.nextInt(TYPES.size())), random.nextInt(4) == 0));
        }
        return tables.sample(new Schema(fields), tables.size(random.nextInt(8) == 0 ? Chunk.ROWS : 100));
    }

    Expr conjunction(Schema schema) {
        Expr all = comparison(schema);
        for (int i = random.nextInt(7); i > 0; i--) {
            Expr next = comparison(schema);
            all = random.nextInt(4) == 0 ? next.and(all) : all.and(next);
        }
        return all;
    }

    private Expr comparison(Schema schema) {
        Field field = schema.fields().get(random.nextInt(schema.size()));
        Expr column = Expressions.col(field.name());
        Expr constant = Expressions.lit(constant(field.type()));
        int choice = random.nextInt(RARELY_EQUAL);
        Function function = COMPARISONS.get(choice < 2 ? 4 + choice : choice % 4);
        return random.nextInt(4) == 0
                ? Expressions.call(function, constant, column)
                : Expressions.call(function, column, constant);
    }

    private @Nullable Object constant(DataType type) {
        if (random.nextInt(40) == 0) {
            return null;
        }
        boolean beyond = random.nextInt(5) == 0;
        if (type.isTemporal()) {
            LocalDate extreme = random.nextBoolean() ? LocalDate.of(-4000, 1, 1) : LocalDate.of(9999, 12, 31);
            return beyond ? extreme : Objects.requireNonNull(tame.next(type));
        }
        return beyond ? BEYOND.get(random.nextInt(BEYOND.size())) : Objects.requireNonNull(tame.next(type));
    }
}
