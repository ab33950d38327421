package dev.sheaf.frame.store;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.memory.MemoryPool;
import org.jspecify.annotations.Nullable;

/// A column of a frame: some rows of a [ColumnCell], all of them unless the cell has several names.
///
/// @param cell who owns the values
/// @param start the first row of the cell that is one of this column's
/// @param length the number of rows
public record FrameColumn(ColumnCell cell, long start, long length) {
    /// Takes over a column; one whose address was handed out is copied.
    public static FrameColumn of(Column column, MemoryPool pool) {
        Column own = ColumnWrites.unexposed(column, pool);
        return new FrameColumn(new ColumnCell(own), 0, own.length());
    }

    /// What the values mean.
    public DataType type() {
        return cell.type();
    }

    /// The values as they are now, to be closed; shares their bytes.
    public Column read() {
        Column whole = cell.read();
        if (start == 0 && length == cell.length()) {
            return whole;
        }
        try (whole) {
            return whole.slice(start, length);
        }
    }

    /// As [#read], for whoever keeps them: a copy if the address of the values was handed out.
    public Column keep(MemoryPool pool) {
        return ColumnWrites.unexposed(read(), pool);
    }

    /// Some of the rows for another frame: with copy-on-write a column of its own that shares bytes, else
    /// another name of these.
    ///
    /// @throws IndexOutOfBoundsException if the rows are not all inside this column
    public FrameColumn slice(long from, long rows, FrameOptions options) {
        java.util.Objects.checkFromIndexSize(from, rows, length);
        if (!options.copyOnWrite()) {
            cell.addName();
            return new FrameColumn(cell, start + from, rows);
        }
        try (Column column = read()) {
            return of(column.slice(from, rows), options.pool());
        }
    }

    /// All rows, as [#slice].
    public FrameColumn share(FrameOptions options) {
        return slice(0, length, options);
    }

    /// The values with bytes of their own.
    public FrameColumn deepCopy(FrameOptions options) {
        return options.allocate(pool -> {
            try (Column column = read()) {
                return of(ColumnWrites.copy(column, pool), pool);
            }
        });
    }

    /// Writes a value, or null, into rows `from` to `to - 1`.
    ///
    /// @throws IllegalArgumentException if the value does not fit the type; nothing is written then
    /// @throws IndexOutOfBoundsException if the rows are not all inside this column
    public void fill(long from, long to, @Nullable Object value, FrameOptions options) {
        java.util.Objects.checkFromToIndex(from, to, length);
        options.allocate(pool -> {
            cell.fill(start + from, start + to, value, pool);
            return true;
        });
    }

    /// Writes other values of the same type, which it takes over, into all rows.
    ///
    /// @throws IllegalArgumentException if they are of another type or number
    public void overwrite(Column values, MemoryPool pool) {
        if (!values.type().decoded().equals(type()) || values.length() != length) {
            throw new IllegalArgumentException(
                    values.length() + " values of " + values.type() + " do not fit " + length + " rows of " + type());
        }
        cell.overwrite(start, values, pool);
    }

    /// Hands the address of the values out, see [Exposed].
    ///
    /// @throws IllegalArgumentException if the type has no fixed width in bytes
    public Exposed expose(FrameOptions options) {
        return options.allocate(pool -> cell.expose(start, length, pool));
    }

    /// Gives the memory back now, unless the values have other names.
    public void close() {
        cell.close();
    }
}
