package dev.sheaf.expr.eval;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import dev.sheaf.testing.Values;
import org.jspecify.annotations.Nullable;

/// What evaluator and interpreter answer for one row of columns, given as `"a:int32", 5, "b:date", null`.
final class Answers {
    private Answers() {}

    /// The value that both give.
    static @Nullable Object value(Expr expr, @Nullable Object... columns) {
        try (MemoryPool pool = MemoryPool.create()) {
            Object value;
            try (Table table = table(pool, columns)) {
                value = evaluated(expr, table, pool);
                Object expected =
                        Interpreter.of(Binder.bind(expr, table.schema())).evaluate(table, 0);
                if (!Values.same(expected, value, 0)) {
                    throw new AssertionError(
                            expr.outputName() + ": the evaluator says " + value + ", the interpreter " + expected);
                }
            }
            PoolCheck.assertEmpty(pool);
            return value;
        }
    }

    /// The message with which the evaluator fails, after the interpreter has failed too.
    static String failure(Expr expr, @Nullable Object... columns) {
        try (MemoryPool pool = MemoryPool.create()) {
            String message;
            try (Table table = table(pool, columns)) {
                messageOf(
                        () -> Interpreter.of(Binder.bind(expr, table.schema())).evaluate(table, 0));
                message = messageOf(() -> evaluated(expr, table, pool));
            }
            PoolCheck.assertEmpty(pool);
            return message;
        }
    }

    private interface Attempt {
        @Nullable
        Object run();
    }

    private static String messageOf(Attempt attempt) {
        try {
            throw new AssertionError("gave " + attempt.run());
        } catch (ArithmeticException | IllegalArgumentException failure) {
            return String.valueOf(failure.getMessage());
        }
    }

    private static @Nullable Object evaluated(Expr expr, Table table, MemoryPool pool) {
        try (Column column = Evaluator.compile(expr, table.schema()).evaluate(table, pool)) {
            return column.get(0);
        }
    }

    private static Table table(MemoryPool pool, @Nullable Object... columns) {
        String[] names = new String[columns.length / 2];
        Object[] values = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = String.valueOf(columns[2 * i]);
            values[i] = columns[2 * i + 1];
        }
        return Tables.of(names).row(values).build(pool);
    }
}
