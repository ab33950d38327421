package dev.sheaf.expr.vector;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Collects lists and structs: a column for each chunk, put together at the end.
final class NestedWriter implements ColumnWriter {
    private static final int NULL = -1;

    private final DataType type;
    private final MemoryPool pool;
    private final List<Column> parts = new ArrayList<>();

    NestedWriter(DataType type, MemoryPool pool) {
        this.type = type;
        this.pool = pool;
    }

    @Override
    public void accept(Chunk chunk, Vector vector) {
        Vector.Nested nested = (Vector.Nested) vector;
        int[] rows = new int[chunk.rows()];
        boolean any = false;
        for (int row = 0; row < rows.length; row++) {
            boolean valid = Bitmaps.isSet(nested.valid(), row);
            rows[row] = valid ? nested.rows()[row] : NULL;
            any |= valid;
        }
        parts.add(
                any
                        ? NestedColumns.rows(Objects.requireNonNull(nested.column()), rows, rows.length, pool)
                        : nulls(rows.length));
    }

    private Column nulls(int rows) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            for (int row = 0; row < rows; row++) {
                builder.appendNull();
            }
            return builder.build();
        }
    }

    @Override
    public Column finish() {
        return switch (parts.size()) {
            case 0 -> nulls(0);
            case 1 -> parts.removeFirst();
            default -> Concat.columns(type, parts, pool);
        };
    }

    @Override
    public void close() {
        parts.forEach(Column::close);
        parts.clear();
    }
}
