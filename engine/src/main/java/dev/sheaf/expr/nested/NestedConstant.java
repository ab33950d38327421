package dev.sheaf.expr.nested;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.TextArena;
import dev.sheaf.expr.vector.Vector;
import org.jspecify.annotations.Nullable;

/// A list or struct that is the same for all rows, or null.
public final class NestedConstant implements Node {
    private final @Nullable Object value;
    private final DataType type;
    private final TextArena arena;
    private final Vector.Nested out = new Vector.Nested();

    public NestedConstant(@Nullable Object value, DataType type, TextArena arena) {
        this.value = value;
        this.type = type;
        this.arena = arena;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        if (value == null) {
            return;
        }
        arena.clear();
        try (ColumnBuilder builder = new ColumnBuilder(type, arena.pool())) {
            builder.append(value);
            Column column = arena.keep(builder.build());
            out.point(column);
        }
        Bitmaps.fill(out.valid(), chunk.rows());
    }
}
