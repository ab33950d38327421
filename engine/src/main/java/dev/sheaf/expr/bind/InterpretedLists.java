package dev.sheaf.expr.bind;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.list.ColumnFunction;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Computes functions of lists and structs for one row: by the functions of columns, over columns of that
/// row.
final class InterpretedLists {
    private InterpretedLists() {}

    /// Computes an expression for one row.
    @FunctionalInterface
    interface Values {
        @Nullable
        Object of(BoundExpr expr, Table batch, long row);
    }

    static @Nullable Object call(BoundExpr.Call call, Table batch, long row, Values interpreter) {
        List<BoundExpr> given = ListCalls.arguments(call);
        List<@Nullable Object> values = new ArrayList<>();
        given.forEach(argument -> values.add(interpreter.of(argument, batch, row)));
        return result(
                ListCalls.of(call, body -> body(body, interpreter)),
                given.stream().map(BoundExpr::type).toList(),
                values);
    }

    static @Nullable Object cast(BoundExpr.Cast cast, Object value, Values interpreter) {
        return result(
                ListCalls.cast(cast, body -> body(body, interpreter)),
                List.of(cast.input().type()),
                List.of(value));
    }

    private static @Nullable Object result(
            ColumnFunction function, List<DataType> types, List<? extends @Nullable Object> values) {
        MemoryPool pool = MemoryPool.shared();
        List<Column> arguments = new ArrayList<>();
        try {
            for (int i = 0; i < values.size(); i++) {
                arguments.add(column(types.get(i), java.util.Collections.singletonList(values.get(i)), pool));
            }
            try (Column result = function.apply(arguments, 1, pool)) {
                return result.get(0);
            }
        } finally {
            arguments.forEach(Column::close);
        }
    }

    private static Column column(DataType type, List<? extends @Nullable Object> values, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            values.forEach(builder::append);
            return builder.build();
        }
    }

    private static dev.sheaf.expr.list.Lambdas.Body body(BoundExpr body, Values interpreter) {
        return (rows, pool) -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (long row = 0; row < rows.rowCount(); row++) {
                values.add(interpreter.of(body, rows, row));
            }
            return column(body.type(), values, pool);
        };
    }
}
