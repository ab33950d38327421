package dev.sheaf.expr.bind;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.list.ColumnFunction;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The values of functions that are written in Java, for evaluator and interpreter alike.
public final class JavaCalls {
    private static final BoundExpr ACTIVE = new BoundExpr.Constant(true, DataType.BOOL);

    private JavaCalls() {}

    /// The value of a call for the values of its arguments.
    static @Nullable Object value(BoundExpr.Applied applied, @Nullable Object[] values) {
        try (ColumnBuilder builder = new ColumnBuilder(applied.type(), MemoryPool.shared())) {
            append(builder, applied, values);
            try (Column column = builder.build()) {
                return column.get(0);
            }
        }
    }

    /// What a call is a function of columns of: a column of true, null in rows that are not asked for, and its
    /// arguments.
    public static List<BoundExpr> arguments(BoundExpr.Applied applied) {
        List<BoundExpr> all = new ArrayList<>(List.of(ACTIVE));
        all.addAll(applied.arguments());
        return all;
    }

    /// The call as a function of such columns.
    public static ColumnFunction function(BoundExpr.Applied applied) {
        return (columns, rows, pool) -> {
            try (ColumnBuilder builder = new ColumnBuilder(applied.type(), pool)) {
                for (int row = 0; row < rows; row++) {
                    if (columns.getFirst().isNull(row)) {
                        builder.appendNull();
                    } else {
                        append(builder, applied, values(columns, row));
                    }
                }
                return builder.build();
            }
        };
    }

    private static @Nullable Object[] values(List<Column> columns, int row) {
        @Nullable Object[] values = new Object[columns.size() - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i + 1).get(row);
        }
        return values;
    }

    private static void append(ColumnBuilder builder, BoundExpr.Applied applied, @Nullable Object[] values) {
        Object value = applied.function().apply(values);
        try {
            builder.append(value);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(
                    applied.function().name() + " gave " + value + ", which is no " + applied.type(), refused);
        }
    }
}
