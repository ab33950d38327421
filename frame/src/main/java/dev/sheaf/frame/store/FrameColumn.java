package dev.sheaf.frame.store;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Layout;
import dev.sheaf.column.write.ColumnWrites;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spill.SpillableColumn;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A column of a frame: some rows of a [ColumnCell], all of them unless the cell has several names.
///
/// @param cell who owns the values
/// @param start the first row of the cell that is one of this column's
/// @param length the number of rows
public record FrameColumn(ColumnCell cell, long start, long length) {
    /// Takes over a column; one whose address was handed out is copied.
    public static FrameColumn of(Column column, MemoryPool pool) {
        return of(Windows.of(ColumnWrites.unexposed(column, pool), pool));
    }

    /// Takes over columns of `type`, one behind the other.
    public static FrameColumn of(DataType type, List<SpillableColumn> parts) {
        return of(Windows.of(type, parts));
    }

    private static FrameColumn of(Windows windows) {
        ColumnCell cell = new ColumnCell(windows);
        return new FrameColumn(cell, 0, cell.length());
    }

    /// The values of columns of one type, one below the other: of large ones the same parts, else in one place.
    public static FrameColumn concat(List<FrameColumn> columns, FrameOptions options) {
        return options.allocate(pool -> {
            Windows all = Windows.concat(columns.stream()
                    .map(column -> column.cell.share(column.start, column.length, pool))
                    .toList());
            try {
                return of(options.isLarge(all.byteSize()) ? all : all.together(pool));
            } catch (RuntimeException | Error failure) {
                all.close();
                throw failure;
            }
        });
    }

    /// What the values mean.
    public DataType type() {
        return cell.type();
    }

    /// About the bytes that the values take in memory.
    public long byteSize() {
        return cell.look(start, length, Windows::byteSize);
    }

    /// The number of nulls.
    public long nullCount(MemoryPool pool) {
        return cell.look(start, length, windows -> windows.nullCount(pool));
    }

    /// Whether the values lie in several places.
    public boolean hasParts() {
        return cell.look(start, length, windows -> windows.parts() > 1);
    }

    /// Hands on the rows behind which the values lie elsewhere, the last row included.
    public void ends(LongConsumer consumer) {
        cell.look(start, length, windows -> {
            windows.ends(consumer);
            return true;
        });
    }

    /// Whether both are known to have the same values without a look at them.
    public boolean isSame(FrameColumn other) {
        return length == other.length
                && cell.look(
                        start, length, own -> other.cell.look(other.start, length, windows -> own.isSame(windows)));
    }

    /// The values as they are now, to be closed; shares their bytes if they lie in one place.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if they do not fit in memory
    public Column read(MemoryPool pool) {
        return read(0, length, pool);
    }

    /// As [#read(MemoryPool)], of some of the rows.
    public Column read(long from, long rows, MemoryPool pool) {
        return cell.look(start + from, rows, windows -> windows.read(SpillableColumn::pin, pool));
    }

    /// As [#read(long, long, MemoryPool)], for a reader of all rows in turn: of several parts, those that left memory
    /// are read for this reader alone.
    public Column load(long from, long rows, MemoryPool pool) {
        return hasParts()
                ? cell.look(start + from, rows, windows -> windows.read(SpillableColumn::load, pool))
                : read(from, rows, pool);
    }

    /// The value of a row.
    public @Nullable Object value(long row) {
        try (Column one = read(Objects.checkIndex(row, length), 1, MemoryPool.shared())) {
            return one.get(0);
        }
    }

    /// As [#read(MemoryPool)], for whoever keeps them: a copy if the address of the values was handed out.
    public Column keep(MemoryPool pool) {
        return ColumnWrites.unexposed(read(pool), pool);
    }

    /// Some of the rows for another frame: with copy-on-write a column of its own that shares bytes, else
    /// another name of these.
    ///
    /// @throws IndexOutOfBoundsException if the rows are not all inside this column
    public FrameColumn slice(long from, long rows, FrameOptions options) {
        Objects.checkFromIndexSize(from, rows, length);
        if (!options.copyOnWrite()) {
            cell.addName();
            return new FrameColumn(cell, start + from, rows);
        }
        return options.allocate(pool -> of(cell.share(start + from, rows, pool)));
    }

    /// All rows, as [#slice].
    public FrameColumn share(FrameOptions options) {
        return slice(0, length, options);
    }

    /// This column taken over, with its texts as codes if that pays, see [Dictionaries#encode].
    public FrameColumn coded(FrameOptions options) {
        if (type().layout() != Layout.VARIABLE || hasParts()) {
            return this;
        }
        return options.allocate(pool -> {
            try (Column plain = read(pool)) {
                FrameColumn coded = of(Dictionaries.encode(plain, pool), pool);
                close();
                return coded;
            }
        });
    }

    /// The values with bytes of their own.
    public FrameColumn deepCopy(FrameOptions options) {
        return options.allocate(pool -> of(cell.look(start, length, windows -> windows.copied(pool))));
    }

    /// Writes a value, or null, into rows `from` to `to - 1`.
    ///
    /// @throws IllegalArgumentException if the value does not fit the type; nothing is written then
    /// @throws IndexOutOfBoundsException if the rows are not all inside this column
    public void fill(long from, long to, @Nullable Object value, FrameOptions options) {
        Objects.checkFromToIndex(from, to, length);
        options.allocate(pool -> {
            cell.fill(start + from, start + to, value, pool);
            return true;
        });
    }

    /// Writes the values of another column of the same type into all rows; shares them.
    ///
    /// @throws IllegalArgumentException if they are of another type or number
    public void overwrite(FrameColumn values, FrameOptions options) {
        if (!values.type().equals(type()) || values.length != length) {
            throw new IllegalArgumentException(
                    values.length + " values of " + values.type() + " do not fit " + length + " rows of " + type());
        }
        options.allocate(pool -> {
            cell.overwrite(start, values.cell.share(values.start, length, pool), pool);
            return true;
        });
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
