package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;

/// The dictionary of a column chunk, decoded.
public sealed interface ChunkDictionary extends AutoCloseable {
    int entries();

    /// The entries as a column of the given type, which is the chunk's.
    Column column(DataType type);

    @Override
    void close();

    /// Values of fixed width, converted to the column's type.
    record FixedEntries(Buffer values, int entries) implements ChunkDictionary {
        @Override
        public Column column(DataType type) {
            long bytes = (long) entries * type.layout().byteWidth();
            return new FixedColumn(type, entries, values.slice(0, bytes), Validity.allValid(entries));
        }

        @Override
        public void close() {
            values.close();
        }
    }

    /// Strings or bytes. Where they are not `distinct`, as columns of ours promise them to be, rows are read as
    /// plain values.
    record TextEntries(VarColumn values, boolean distinct) implements ChunkDictionary {
        @Override
        public int entries() {
            return (int) values.length();
        }

        @Override
        public Column column(DataType type) {
            return values.retain();
        }

        @Override
        public void close() {
            values.close();
        }
    }

    /// Decodes `count` fixed values.
    ///
    /// @throws dev.sheaf.io.parquet.bytes.MalformedPageException if there are fewer
    static FixedEntries ofFixed(FixedValues values, int count, DataType type, MemoryPool pool) {
        int width = type.layout().byteWidth();
        Buffer buffer = pool.allocate((long) count * width, "Parquet dictionary");
        try {
            values.read(count, buffer.segment(), 0);
            return new FixedEntries(buffer, count);
        } catch (RuntimeException | Error failure) {
            buffer.close();
            throw failure;
        }
    }

    /// Decodes `count` strings or byte values.
    ///
    /// @param anyBytes whether strings are not checked
    /// @throws dev.sheaf.io.parquet.bytes.MalformedPageException if there are fewer, or strings are not UTF-8
    static TextEntries ofText(TextValues values, int count, DataType type, boolean anyBytes, MemoryPool pool) {
        try (TextBuilder builder = new TextBuilder(count, pool)) {
            values.read(count, builder);
            VarColumn column = text(builder, type, anyBytes);
            try {
                return new TextEntries(column, DistinctText.isDistinct(column, pool));
            } catch (RuntimeException | Error failure) {
                column.close();
                throw failure;
            }
        }
    }

    private static VarColumn text(TextBuilder builder, DataType type, boolean anyBytes) {
        if (type.equals(DataType.STRING) && !anyBytes) {
            Utf8Check.of(builder);
        }
        Offsets offsets = builder.takeOffsets();
        return new VarColumn(type, offsets, builder.takeBytes(), Validity.allValid(offsets.length()));
    }
}
