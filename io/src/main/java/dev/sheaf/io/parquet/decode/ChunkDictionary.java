package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/// The dictionary of a column chunk, decoded.
public sealed interface ChunkDictionary extends AutoCloseable {
    int entries();

    /// The entries as a column of the given type, which is the chunk's.
    Column column(DataType type);

    @Override
    void close();

    /// Values of fixed width, converted to the column's type, and a view of them.
    record FixedEntries(Buffer values, ByteBuffer bytes, int entries) implements ChunkDictionary {
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
    ///
    /// @param bytes a view of their bytes
    /// @param starts where each begins among them, and the last one ends
    record TextEntries(VarColumn values, ByteBuffer bytes, IntBuffer starts, boolean distinct)
            implements ChunkDictionary {
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
    /// @throws MalformedPageException if there are fewer, or they take 2 GB
    static FixedEntries ofFixed(FixedValues values, int count, DataType type, MemoryPool pool) {
        int width = type.layout().byteWidth();
        if (count > (Views.MAX_BYTES - Buffer.READABLE_PADDING) / width) {
            throw new MalformedPageException("a dictionary of " + count + " values of " + width + " bytes");
        }
        Buffer buffer = pool.allocate((long) count * width, "Parquet dictionary");
        try {
            ByteBuffer bytes = Views.bytes(buffer.segment(), 0, (long) count * width + Buffer.READABLE_PADDING);
            values.read(count, bytes, 0);
            return new FixedEntries(buffer, bytes, count);
        } catch (RuntimeException | Error failure) {
            buffer.close();
            throw failure;
        }
    }

    /// Decodes `count` strings or byte values.
    ///
    /// @param anyBytes whether strings are not checked
    /// @throws MalformedPageException if there are fewer, or strings are not UTF-8
    static TextEntries ofText(TextValues values, int count, DataType type, boolean anyBytes, MemoryPool pool) {
        try (TextBuilder builder = new TextBuilder(count, pool)) {
            values.read(count, builder);
            VarColumn column = text(builder, type, anyBytes);
            try {
                return entries(column, pool);
            } catch (RuntimeException | Error failure) {
                column.close();
                throw failure;
            }
        }
    }

    private static TextEntries entries(VarColumn column, MemoryPool pool) {
        int entries = (int) column.length();
        long size = column.offsets().start(entries) + Buffer.READABLE_PADDING;
        long startBytes = (entries + 1L) * Integer.BYTES;
        if (column.offsets().wide() || Math.max(size, startBytes) > Views.MAX_BYTES) {
            throw new MalformedPageException("a dictionary of 2 GB of text");
        }
        ByteBuffer bytes = Views.bytes(column.segment(), 0, size);
        IntBuffer starts = Views.ints(column.offsets().segment(), 0, entries + 1L);
        return new TextEntries(column, bytes, starts, DistinctText.isDistinct(bytes, starts, entries, pool));
    }

    private static VarColumn text(TextBuilder builder, DataType type, boolean anyBytes) {
        if (type.equals(DataType.STRING) && !anyBytes) {
            Utf8Check.of(builder);
        }
        Offsets offsets = builder.takeOffsets();
        return new VarColumn(type, offsets, builder.takeBytes(), Validity.allValid(offsets.length()));
    }
}
