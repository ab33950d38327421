package dev.sheaf.io.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns the fields of a chunk into a table, one column after the other. One for each thread.
public final class FieldColumns {

    /// Hears of rows that are left out, if it returns.
    public interface Misfits {
        /// The row that starts at `rowStart` has a value in `column` that does not fit.
        void misfit(int rowStart, String column, String problem);
    }

    private final Schema schema;
    private final int[] columns;
    private final List<@Nullable ColumnReader> readers;

    /// Column `i` of `schema` is field `columns[i]` of each row, read by `readers[i]`; without a reader it is null.
    public FieldColumns(Schema schema, int[] columns, List<@Nullable ColumnReader> readers) {
        this.schema = schema;
        this.columns = columns.clone();
        this.readers = new ArrayList<>(readers);
    }

    /// The rows, to be closed by the caller. Rows that do not fit are told of and removed from `fields`.
    public Table table(Chunk chunk, Fields fields, MemoryPool pool, Misfits misfits) {
        BitSet removed = new BitSet();
        Table table = read(chunk, fields, pool, misfits, removed);
        if (removed.isEmpty()) {
            return table;
        }
        table.close();
        fields.remove(removed);
        return read(chunk, fields, pool, misfits, new BitSet());
    }

    private Table read(Chunk chunk, Fields fields, MemoryPool pool, Misfits misfits, BitSet removed) {
        List<Column> read = new ArrayList<>();
        try {
            for (int i = 0; i < columns.length; i++) {
                read.add(column(i, chunk, fields, pool, misfits, removed));
            }
            return new Table(schema, read, fields.rowCount());
        } catch (RuntimeException | Error failure) {
            read.forEach(Column::close);
            throw failure;
        }
    }

    private Column column(int i, Chunk chunk, Fields fields, MemoryPool pool, Misfits misfits, BitSet removed) {
        Field field = schema.field(i);
        ColumnReader reader = readers.get(i);
        return reader == null
                ? nulls(field.type(), fields.rowCount(), pool)
                : reader.read(chunk, fields, columns[i], pool, (row, problem) -> {
                    if (!removed.get(row)) {
                        misfits.misfit(fields.rowStart(row), field.name(), problem);
                        removed.set(row);
                    }
                });
    }

    static Column nulls(DataType type, int rows, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            for (int row = 0; row < rows; row++) {
                builder.appendNull();
            }
            return builder.build();
        }
    }
}
