package dev.sheaf.column;

import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
    /// @throws IllegalArgumentException if their number is wrong, or one does not fit its field: a value of another
    ///     type, or null where the field is not nullable
    public TableBuilder row(@Nullable Object... values) {
        if (values.length != schema.size()) {
            throw new IllegalArgumentException(
                    "a row of " + values.length + " values for the " + schema.size() + " fields " + schema);
        }
        int done = 0;
        try {
            for (; done < values.length; done++) {
                checkNull(done, values[done] == null);
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

    private void checkNull(int column, boolean hasNull) {
        if (hasNull && !schema.field(column).nullable()) {
            throw new IllegalArgumentException(
                    "a null does not fit \"" + schema.field(column).name() + "\", a column that has none");
        }
    }

    /// Makes the table; the builder cannot be used afterwards.
    ///
    /// @throws IllegalArgumentException if columns differ in length, or one that is not nullable has a null
    public Table build() {
        long rows = columns.isEmpty() ? rowCount : columns.getFirst().length();
        Table table = new Table(schema, ColumnBuilder.buildAll(columns), rows).noted();
        try {
            IntStream.range(0, columns.size())
                    .forEach(i -> checkNull(i, table.column(i).nullCount() > 0));
            return table;
        } catch (RuntimeException failure) {
            table.close();
            throw failure;
        }
    }

    /// Gives the memory back if no table was built.
    @Override
    public void close() {
        columns.forEach(ColumnBuilder::close);
    }
}
