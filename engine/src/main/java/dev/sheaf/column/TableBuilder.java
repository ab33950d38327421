package dev.sheaf.column;

import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builds a [Table] row by row:
/// ```java
/// Table table = new TableBuilder(Schema.of(new Field("k", DataType.STRING), new Field("v", DataType.INT64)), pool)
///         .row("a", 1)
///         .row(null, 2)
///         .build();
/// ```
public final class TableBuilder implements AutoCloseable {
    private final Schema schema;
    private final List<ColumnBuilder> columns = new ArrayList<>();
    private long rowCount;

    /// A builder for tables of `schema`.
    public TableBuilder(Schema schema, MemoryPool pool) {
        this.schema = schema;
        try {
            schema.fields().forEach(field -> columns.add(new ColumnBuilder(field.type(), pool)));
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// Adds a row of Java objects as [ColumnBuilder#append(Object)] takes them, one for each field. A row that fails
    /// leaves nothing behind.
    ///
    /// @throws IllegalArgumentException if their number is wrong or one does not fit its field
    public TableBuilder row(@Nullable Object... values) {
        if (values.length != schema.size()) {
            throw new IllegalArgumentException(
                    "a row of " + values.length + " values for the " + schema.size() + " fields " + schema);
        }
        int done = 0;
        try {
            for (; done < values.length; done++) {
                columns.get(done).append(values[done]);
            }
        } catch (RuntimeException | Error failure) {
            columns.subList(0, done).forEach(column -> column.truncate(column.length() - 1));
            throw failure;
        }
        rowCount++;
        return this;
    }

    /// The builder of one column, for rows that are added column by column.
    public ColumnBuilder column(int index) {
        return columns.get(index);
    }

    /// Makes the table; the builder cannot be used afterwards.
    public Table build() {
        long rows = columns.isEmpty() ? rowCount : columns.getFirst().length();
        return new Table(schema, ColumnBuilder.buildAll(columns), rows).noted();
    }

    /// Gives the memory back if no table was built.
    @Override
    public void close() {
        columns.forEach(ColumnBuilder::close);
    }
}
