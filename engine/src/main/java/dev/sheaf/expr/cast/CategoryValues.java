package dev.sheaf.expr.cast;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.load.ColumnNode;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/// Loads boxed values as vectors have them.
final class CategoryValues {
    private CategoryValues() {}

    /// Hands on a vector of each 1,024 values, and the place of its first one; the vector is valid until the
    /// consumer returns.
    static void load(DataType type, List<? extends @Nullable Object> values, ObjIntConsumer<Vector> consumer) {
        try (ColumnBuilder builder = new ColumnBuilder(type, MemoryPool.shared())) {
            values.forEach(builder::append);
            try (Column column = builder.build();
                    Table table =
                            new Table(Schema.of(new Field("values", type)), List.of(column.retain()), values.size())) {
                load(table, new ColumnNode(0, type), consumer);
            }
        }
    }

    private static void load(Table table, ColumnNode node, ObjIntConsumer<Vector> consumer) {
        node.open(table);
        Chunk chunk = new Chunk();
        for (int start = 0; start < table.rowCount(); start += Chunk.ROWS) {
            chunk.moveTo(start, (int) Math.min(Chunk.ROWS, table.rowCount() - start));
            node.evaluate(chunk, new long[Chunk.WORDS]);
            consumer.accept(node.vector(), start);
        }
        node.close();
    }
}
