package dev.sheaf.window;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Brings values to the one type that a loop reads.
final class Casts {
    private Casts() {}

    /// The values as a column of `type`; takes over `values`.
    static FixedColumn to(DataType type, Column values, MemoryPool pool) {
        if (values.type().equals(type)) {
            return (FixedColumn) values;
        }
        Schema schema = new Schema(List.of(new Field("values", values.type())));
        try (Table table = new Table(schema, List.of(values), values.length())) {
            Expr cast = new Expr.Cast(Expressions.col("values"), type, false);
            return (FixedColumn) Evaluator.compile(cast, schema).evaluate(table, pool);
        }
    }
}
