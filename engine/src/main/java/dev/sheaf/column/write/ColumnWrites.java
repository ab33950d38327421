package dev.sheaf.column.write;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.column.copy.Bits;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes values into columns, copying what others see (copy-on-write).
///
/// A [FixedColumn] or [BoolColumn] is written where it lies if its view of the bytes is the only one; bytes
/// that are shared are copied first, those of this column alone. Values and validity bits are looked at
/// apart. Columns of other layouts are made anew.
public final class ColumnWrites {
    private static final String PURPOSE = "written column";

    private ColumnWrites() {}

    /// The column with `value`, as [ColumnBuilder#append(Object)] takes it or null, in rows `from` to `to -
    /// 1`; to be closed on its own. The column given is then out of date and only closed.
    ///
    /// Cost: the rows written, and a copy of the column if its bytes are shared or its type has no fixed
    /// width.
    ///
    /// @throws IllegalArgumentException if the value does not fit the type; nothing is written then
    /// @throws IndexOutOfBoundsException if the rows are not all inside the column
    public static Column fill(Column column, long from, long to, @Nullable Object value, MemoryPool pool) {
        java.util.Objects.checkFromToIndex(from, to, column.length());
        return switch (column) {
            case FixedColumn fixed -> fill(fixed, from, to, value, pool);
            case BoolColumn bools -> fill(bools, from, to, value, pool);
            case VarColumn _, ListColumn _, StructColumn _, DictionaryColumn _, NullColumn _ ->
                rebuilt(column, from, to, value, pool);
        };
    }

    private static Column fill(FixedColumn column, long from, long to, @Nullable Object value, MemoryPool pool) {
        DataType type = column.type();
        try (FixedColumn one = (FixedColumn) constant(type, value, 1, pool)) {
            Buffer values = value == null
                    ? column.values().retain()
                    : own(column.values(), column.length() * width(type), pool);
            try {
                if (value != null) {
                    repeat(one.segment(), width(type), values.segment(), from, to);
                }
                return new FixedColumn(
                        type, column.length(), values, column.validity().with(from, to, value != null, pool));
            } catch (RuntimeException | Error failure) {
                values.close();
                throw failure;
            }
        }
    }

    private static int width(DataType type) {
        return type.layout().byteWidth();
    }

    /// Each copy doubles what is there.
    private static void repeat(MemorySegment value, int width, MemorySegment target, long from, long to) {
        if (from == to) {
            return;
        }
        long start = from * width;
        long size = (to - from) * width;
        MemorySegment.copy(value, 0, target, start, width);
        for (long done = width; done < size; done += Math.min(done, size - done)) {
            MemorySegment.copy(target, start, target, start + done, Math.min(done, size - done));
        }
    }

    private static Column fill(BoolColumn column, long from, long to, @Nullable Object value, MemoryPool pool) {
        if (!(value instanceof Boolean) && value != null) {
            throw new IllegalArgumentException(value + " does not fit a column of bool");
        }
        boolean shared = !column.bits().owner().isWritable();
        Buffer bits = value == null || !shared ? column.bits().retain() : copy(column, pool);
        long offset = value == null || !shared ? column.bitOffset() : 0;
        try {
            if (value instanceof Boolean bit) {
                Validity.setBits(bits.segment(), offset + from, offset + to, bit);
            }
            return new BoolColumn(
                    column.length(), bits, offset, column.validity().with(from, to, value != null, pool));
        } catch (RuntimeException | Error failure) {
            bits.close();
            throw failure;
        }
    }

    private static Buffer copy(BoolColumn column, MemoryPool pool) {
        Buffer copy = pool.allocateZeroed(Validity.byteSize(column.length()), PURPOSE);
        Bits target = Bits.of(copy.segment());
        for (long row = 0; row < column.length(); row += Long.SIZE) {
            target.putWord(row >>> 6, column.trueWord(row));
        }
        return copy;
    }

    private static Column rebuilt(Column column, long from, long to, @Nullable Object value, MemoryPool pool) {
        DataType type = column.type().decoded();
        try (Column before = column.slice(0, from);
                Column written = constant(type, value, to - from, pool);
                Column after = column.slice(to, column.length() - to)) {
            return Concat.columns(type, List.of(before, written, after), pool);
        }
    }

    private static Column constant(DataType type, @Nullable Object value, long rows, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            for (long row = 0; row < rows; row++) {
                builder.append(value);
            }
            return builder.build();
        }
    }

    /// The bytes as a view that may be written. Exposed ones are, whoever reads them now: they do not move.
    private static Buffer own(Buffer values, long byteSize, MemoryPool pool) {
        boolean owned = values.owner().isWritable() || values.owner().isExposed();
        return owned ? values.retain() : copy(values, byteSize, pool);
    }

    private static Buffer copy(Buffer values, long byteSize, MemoryPool pool) {
        Buffer copy = pool.allocate(byteSize, PURPOSE);
        MemorySegment.copy(values.segment(), 0, copy.segment(), 0, byteSize);
        return copy;
    }

    /// The column with bytes of its own; a column without a fixed width, which nobody writes in place,
    /// shares them.
    public static Column copy(Column column, MemoryPool pool) {
        return switch (column) {
            case FixedColumn fixed ->
                new FixedColumn(
                        fixed.type(),
                        fixed.length(),
                        copy(fixed.values(), fixed.length() * width(fixed.type()), pool),
                        fixed.validity().slice(0, fixed.length()));
            case BoolColumn bools ->
                new BoolColumn(
                        bools.length(), copy(bools, pool), bools.validity().slice(0, bools.length()));
            case VarColumn _, ListColumn _, StructColumn _, DictionaryColumn _, NullColumn _ -> column.retain();
        };
    }

    /// The column if no address of its values was handed out, else a copy of it, for whoever is about to
    /// share it; takes the column over.
    public static Column unexposed(Column column, MemoryPool pool) {
        if (!isExposed(column)) {
            return column;
        }
        try (column) {
            return copy(column, pool);
        }
    }

    /// What is to take the place of `column`: `next`, which it takes over, or, if the address of `column`'s values was
    /// handed out, a column at that address with the values of `next`. The column given is then out of date.
    public static Column keepingAddress(Column column, Column next, MemoryPool pool) {
        if (!isExposed(column)) {
            return next;
        }
        FixedColumn exposed = (FixedColumn) column;
        try (next;
                FixedColumn values = (FixedColumn) Dictionaries.decode(next, pool)) {
            long byteSize = exposed.length() * width(exposed.type());
            MemorySegment.copy(values.segment(), 0, exposed.segment(), 0, byteSize);
            return new FixedColumn(
                    exposed.type(),
                    exposed.length(),
                    exposed.values().retain(),
                    values.validity().slice(0, exposed.length()));
        }
    }

    private static boolean isExposed(Column column) {
        return column instanceof FixedColumn fixed && fixed.values().owner().isExposed();
    }
}
