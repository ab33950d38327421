package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes into rows that a condition chooses.
public final class Writing {
    private Writing() {}

    /// Writes a value, an expression's values, or null into a column of the frame where a condition is
    /// true.
    ///
    /// @throws IllegalArgumentException if a value does not fit the column's type; nothing is written then
    public static void where(Frame frame, Expr condition, String name, @Nullable Object value) {
        FrameColumn column = frame.columns().get(name);
        Expr values = when(condition)
                .then(written(column.type(), value, frame.options().pool()))
                .otherwise(col(name))
                .cast(column.type());
        Frame written = frame.rowwise(List.of(values.as(name)));
        try {
            column.overwrite(written.columns().get(name), frame.options());
        } finally {
            written.close();
        }
    }

    private static Expr written(DataType type, @Nullable Object value, MemoryPool pool) {
        if (value instanceof Expr expr) {
            return expr.cast(type);
        }
        checkFits(type, value, pool);
        return lit(value).cast(type);
    }

    /// A cast rounds, a builder refuses.
    private static void checkFits(DataType type, @Nullable Object value, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            builder.append(value);
        }
    }
}
