package dev.sheaf.column;

import dev.sheaf.memory.Holder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One contiguous batch of columns of equal length under a [Schema]. Immutable; closing it closes its columns,
/// after which whatever reads values throws IllegalStateException: through the table, its columns or its rows.
///
/// The schema states what a column means; the batch decides how it lies. A column of a field of type T has type T,
/// or is a [DictionaryColumn] of T: readers pass on dictionaries that a file has, and the next batch of the same
/// stream may come plain.
///
/// ```java
/// try (Table table = Table.of("k", new int[] {1, 2, 1}, "v", new double[] {0.5, 1, 2})) {
///     double[] values = table.doubles("v");
/// }
/// ```
public final class Table implements Row.Columns, AutoCloseable {
    private static final int MAX_NAMES = 8;

    private final Schema schema;
    private final List<Column> columns;
    private final long rowCount;
    private boolean closed;
    private @Nullable Holder holder;

    /// Takes over the columns.
    ///
    /// @throws IllegalArgumentException if number, types or lengths do not match the schema and `rowCount`
    public Table(Schema schema, List<Column> columns, long rowCount) {
        if (schema.size() != columns.size()) {
            throw new IllegalArgumentException(
                    columns.size() + " columns for the " + schema.size() + " fields " + schema);
        }
        for (int i = 0; i < columns.size(); i++) {
            checkColumn(schema.field(i), columns.get(i), rowCount);
        }
        this.schema = schema;
        this.columns = List.copyOf(columns);
        this.rowCount = rowCount;
        hold(Holder.sampled(description(schema, rowCount)));
    }

    /// The same table, which names its maker if it is lost.
    Table noted() {
        if (holder == null) {
            hold(Holder.of(description(schema, rowCount)));
        }
        return this;
    }

    private void hold(@Nullable Holder noted) {
        holder = noted;
        if (noted != null) {
            columns.forEach(column -> ColumnBuffers.of(column, buffer -> buffer.heldBy(noted)));
        }
    }

    /// Knows the schema alone: what knew the table would keep it from being found lost.
    private static Supplier<String> description(Schema schema, long rowCount) {
        return () -> {
            List<String> names = schema.names();
            return "a table of " + rowCount + " rows and the columns "
                    + String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                    + (names.size() > MAX_NAMES ? ", ... (" + names.size() + " in all)" : "");
        };
    }

    private static void checkColumn(Field field, Column column, long rowCount) {
        if (column.length() != rowCount) {
            throw new IllegalArgumentException(
                    "column \"" + field.name() + "\" has " + column.length() + " rows where the table has " + rowCount);
        }
        if (!column.type().equals(field.type()) && !column.type().decoded().equals(field.type())) {
            throw new IllegalArgumentException(
                    "column \"" + field.name() + "\" is " + column.type() + " where the schema says " + field.type());
        }
    }

    /// A table of names and Java arrays in turn, from the shared pool: `Table.of("k", new int[] {1, 2}, "v",
    /// new String[] {"a", null})`.
    ///
    /// Primitive arrays give columns without nulls; arrays and lists of objects may hold nulls. For types see
    /// [ColumnBuilder#append(Object)].
    ///
    /// @throws IllegalArgumentException if the arguments are not names and arrays in turn, lengths differ, or a
    ///     type is not known
    public static Table of(Object... namesAndArrays) {
        return of(JavaColumns.of(namesAndArrays));
    }

    /// A table of one column per component of a record class, from the shared pool. `records` is iterated once.
    ///
    /// @throws IllegalArgumentException if a component has a type for which there is no column type
    public static <R extends Record> Table ofRecords(Class<R> type, Iterable<? extends R> records) {
        return of(JavaColumns.ofRecords(type, records));
    }

    private static Table of(JavaColumns made) {
        try {
            return new Table(made.schema(), made.columns(), made.rows()).noted();
        } catch (RuntimeException | Error failure) {
            made.close();
            throw failure;
        }
    }

    /// Names and types of the columns.
    @Override
    public Schema schema() {
        return schema;
    }

    /// The columns in order.
    public List<Column> columns() {
        checkOpen("its columns");
        return columns;
    }

    /// The column at a position.
    @Override
    public Column column(int index) {
        if (closed) {
            throw Closed.table(
                    schema, rowCount, "column \"" + schema.field(index).name() + "\"");
        }
        return columns.get(index);
    }

    /// The column of a name.
    ///
    /// @throws IllegalArgumentException if there is none; the message lists the columns and the nearest name
    @Override
    public Column column(String name) {
        return column(schema.indexOf(name));
    }

    /// The number of rows.
    public long rowCount() {
        return rowCount;
    }

    /// About the bytes that the rows take in memory once they lie on their own, without what their buffers hold
    /// besides.
    public long byteSize() {
        return TableBytes.of(columns());
    }

    /// The number of columns.
    public int columnCount() {
        return columns.size();
    }

    /// Rows from `start` on, sharing the bytes; to be closed on its own.
    public Table slice(long start, long rows) {
        Objects.checkFromIndexSize(start, rows, rowCount);
        checkOpen("its rows");
        List<Column> slices = new ArrayList<>(columns.size());
        for (Column column : columns) {
            slices.add(column.slice(start, rows));
        }
        return new Table(schema, slices, rows);
    }

    /// The same rows again, to be closed on its own.
    public Table retain() {
        return slice(0, rowCount);
    }

    /// Some of the columns in the order given, sharing the bytes; to be closed on its own.
    ///
    /// @throws IllegalArgumentException as [#column(String)]
    public Table select(List<String> names) {
        Schema selected = schema.select(names);
        return new Table(
                selected, names.stream().map(name -> column(name).retain()).toList(), rowCount);
    }

    /// The values of an integer column of at most 32 bits (or of a date, in days) as a new array.
    ///
    /// @throws IllegalArgumentException if the column has another type, or a null (read such a column with
    ///     [#values])
    public int[] ints(String name) {
        return ColumnArrays.ints(name, column(name));
    }

    /// The values of an integer, date, time, timestamp or duration column of at most 64 bits as a new array.
    ///
    /// @throws IllegalArgumentException as [#ints]
    public long[] longs(String name) {
        return ColumnArrays.longs(name, column(name));
    }

    /// The values of a numeric column as a new array of the nearest doubles.
    ///
    /// @throws IllegalArgumentException if the column is not numeric, or has a null (read such a column with
    ///     [#values])
    public double[] doubles(String name) {
        return ColumnArrays.doubles(name, column(name));
    }

    /// The values of a string column as a new array, null for nulls.
    ///
    /// @throws IllegalArgumentException if the column has another type
    public @Nullable String[] strings(String name) {
        return ColumnArrays.strings(name, column(name));
    }

    /// The values of any column as Java objects, null for nulls; see [Row#get(int)] for which.
    public List<@Nullable Object> values(String name) {
        return ColumnArrays.objects(column(name));
    }

    /// The rows as a stream of views; valid while this table is open.
    public Stream<Row> rows() {
        checkOpen("its rows");
        return LongStream.range(0, rowCount).mapToObj(row -> new Row(this, row));
    }

    /// The rows as records: each component takes the column of its name.
    ///
    /// @throws IllegalArgumentException if a component has no column, or a type that does not take the column's
    ///     values
    public <R extends Record> Stream<R> toRecords(Class<R> type) {
        Function<IntFunction<@Nullable Object>, R> records = JavaColumns.recordsOf(type, schema);
        return rows().map(row -> records.apply(row::get));
    }

    /// Gives the memory back. A table that is lost without being closed is logged as a warning that names who made
    /// it, and its memory stays with the process.
    @Override
    public void close() {
        closed = true;
        if (holder != null) {
            holder.close();
        }
        columns.forEach(Column::close);
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /// Schema and number of rows, not the contents, which `dev.sheaf.text.TableText` draws.
    @Override
    public String toString() {
        return "Table" + schema + " of " + rowCount + " rows";
    }

    private void checkOpen(String read) {
        if (closed) {
            throw Closed.table(schema, rowCount, read);
        }
    }
}
