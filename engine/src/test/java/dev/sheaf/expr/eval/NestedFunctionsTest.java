package dev.sheaf.expr.eval;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Functions of lists and structs over several chunks give what the interpreter gives row by row, and no memory is
/// left, whichever allocation fails.
class NestedFunctionsTest {
    private static final DataType INTS = new DataType.ListType(DataType.INT32);
    private static final DataType TEXTS = new DataType.ListType(DataType.STRING);
    private static final Schema SCHEMA =
            Schema.of(new Field("n", DataType.INT32), new Field("l", INTS), new Field("t", TEXTS));

    private static Expr lambda(Expr body, String... parameters) {
        return new Expr.Lambda(List.of(parameters), body);
    }

    private static List<Expr> expressions() {
        Expr l = col("l");
        Expr n = col("n");
        Expr struct = call(Function.STRUCT_PACK, "a", n, "b", l);
        return List.of(
                call(Function.LENGTH, l),
                call(Function.LIST_EXTRACT, l, n),
                call(Function.LIST_EXTRACT, col("t"), -1),
                call(Function.LIST_SLICE, l, n, 3, 1),
                call(Function.LIST_CONCAT, l, call(Function.LIST_VALUE, n, n)),
                call(Function.LIST_SORT, l, true, true),
                call(Function.LIST_SORT, col("t"), false, false),
                call(Function.LIST_DISTINCT, l),
                call(Function.LIST_AGGREGATE, l, "sum"),
                call(Function.LIST_AGGREGATE, col("t"), "min"),
                call(Function.LIST_CONTAINS, l, n),
                call(Function.LIST_POSITION, l, n),
                call(Function.LIST_ZIP, l, col("t")),
                call(Function.LIST_JOIN, col("t"), "-"),
                call(Function.STRUCT_EXTRACT, struct, "b"),
                call(Function.LIST_TRANSFORM, l, lambda(col("x").plus(n), "x")),
                call(Function.LIST_FILTER, l, lambda(col("x").gt(col("i")), "x", "i")),
                call(Function.LIST_REDUCE, l, lambda(col("s").plus(col("x")), "s", "x"), n),
                when(n.gt(0)).then(l).otherwise(call(Function.LIST_VALUE, n)),
                call(Function.COALESCE, l, call(Function.LIST_VALUE, lit(7))),
                l.eq(call(Function.LIST_VALUE, n)),
                l.cast(new DataType.ListType(DataType.STRING)));
    }

    private static Table table(int rows, SplittableRandom random, MemoryPool pool) {
        try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT32, pool);
                ColumnBuilder ints = new ColumnBuilder(INTS, pool);
                ColumnBuilder texts = new ColumnBuilder(TEXTS, pool)) {
            for (int row = 0; row < rows; row++) {
                numbers.append(random.nextInt(5) == 0 ? null : random.nextInt(-3, 4));
                ints.append(list(random, random.nextInt(-3, 4)));
                texts.append(list(random, "é".repeat(random.nextInt(3))));
            }
            return new Table(SCHEMA, List.of(numbers.build(), ints.build(), texts.build()), rows);
        }
    }

    private static <T> @Nullable List<@Nullable T> list(SplittableRandom random, T value) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        List<@Nullable T> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(random.nextInt(4) == 0 ? null : value);
        }
        return list;
    }

    @Test
    void allRowsHaveTheValueOfTheInterpreter() {
        RandomCases.run(400, random -> {
            try (MemoryPool pool = MemoryPool.create()) {
                try (Table table = table(random.nextInt(2200), random, pool)) {
                    List<Expr> all = expressions();
                    compare(all.get(random.nextInt(all.size())), table, pool);
                }
                PoolCheck.assertEmpty(pool);
            }
        });
    }

    private static void compare(Expr expr, Table table, MemoryPool pool) {
        Interpreter interpreter = Interpreter.of(Binder.bind(expr, SCHEMA));
        try (Column column = Evaluator.compile(expr, SCHEMA).evaluate(table, pool)) {
            assertThat(column.length()).isEqualTo(table.rowCount());
            for (long row = 0; row < table.rowCount(); row++) {
                assertThat(column.get(row)).as("%s, row %d", expr, row).isEqualTo(interpreter.evaluate(table, row));
            }
        }
    }

    @Test
    void failedAllocationsLeaveNothingBehind() {
        SplittableRandom random = new SplittableRandom(1);
        try (MemoryPool source = MemoryPool.create();
                Table table = table(1500, random, source)) {
            for (Expr expr : expressions()) {
                long limit = 1 << 10;
                while (!fits(expr, table, limit)) {
                    limit += limit / 4;
                }
            }
        }
    }

    private static boolean fits(Expr expr, Table table, long limit) {
        try (MemoryPool pool = MemoryPool.withLimit(limit)) {
            try (Column column = Evaluator.compile(expr, SCHEMA).evaluate(table, pool)) {
                assertThat(column.length()).isEqualTo(table.rowCount());
                return true;
            } catch (MemoryLimitException tooLittle) {
                return false;
            } finally {
                PoolCheck.assertEmpty(pool);
            }
        }
    }
}
