package dev.sheaf.io.parquet.write;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.io.parquet.bytes.MovingView;
import dev.sheaf.io.parquet.decode.DistinctText;
import dev.sheaf.io.parquet.decode.TextBuilder;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;

/// Finds the distinct values among strings or bytes, and codes for them; gives up when there are too many.
///
/// A dictionary that comes with a column is looked up once for each of its entries that occurs.
final class TextDictionary implements AutoCloseable {
    private static final String PURPOSE = "Parquet dictionary";
    private static final int FIRST_ENTRIES = 1 << 10;

    /// When three quarters of so many first values are new, most of the others will be: with as few repeats as that
    /// a dictionary saves little, and finding out costs more than compressing the values.
    private static final int SAMPLE_ROWS = 1 << 14;

    private final int limit;
    private final TextBuilder entries;
    private final Buffer table;
    private final IntBuffer slots;
    private final int mask;
    private final MemoryPool pool;

    /// A dictionary of at most `limit` values.
    TextDictionary(int limit, MemoryPool pool) {
        int slotCount = Integer.highestOneBit(Math.max(1, limit)) * 4;
        this.limit = limit;
        this.pool = pool;
        this.mask = slotCount - 1;
        this.table = pool.allocateZeroed((long) slotCount * Integer.BYTES, PURPOSE);
        this.slots = Views.ints(table.segment());
        this.entries = entries(pool, table);
    }

    private static TextBuilder entries(MemoryPool pool, Buffer other) {
        try {
            return new TextBuilder(FIRST_ENTRIES, pool);
        } catch (RuntimeException | Error failure) {
            other.close();
            throw failure;
        }
    }

    /// The distinct values, by code.
    TextBuilder entries() {
        return entries;
    }

    /// Appends the code of each value, an int32, to `codes`; false if there are too many distinct ones.
    boolean encode(Column column, ByteOutput codes) {
        codes.reserve(column.length() * Integer.BYTES);
        boolean complete = column instanceof DictionaryColumn coded
                ? encodeCodes(coded, codes)
                : encodeValues((VarColumn) column, codes);
        codes.advance(column.length() * Integer.BYTES);
        return complete;
    }

    private boolean encodeValues(VarColumn column, ByteOutput codes) {
        MemorySegment target = codes.segment();
        MovingView bytes = new MovingView(column.segment());
        long at = codes.size();
        long first = at / Integer.BYTES;
        for (int row = 0; row < column.length(); row++, at += Integer.BYTES) {
            int code = code(column, row, bytes);
            if (code < 0 || (first + row == SAMPLE_ROWS && entries.count() > SAMPLE_ROWS / 4 * 3)) {
                return false;
            }
            target.set(Bytes.LE_INT, at, code);
        }
        return true;
    }

    private boolean encodeCodes(DictionaryColumn column, ByteOutput codes) {
        VarColumn values = (VarColumn) column.values();
        MemorySegment target = codes.segment();
        MovingView bytes = new MovingView(values.segment());
        long at = codes.size();
        try (Buffer known = pool.allocateZeroed(values.length() * Integer.BYTES, PURPOSE)) {
            MemorySegment codePlusOne = known.segment();
            for (int row = 0; row < column.length(); row++, at += Integer.BYTES) {
                long entry = column.code(row);
                int code = codePlusOne.get(Bytes.LE_INT, entry * Integer.BYTES) - 1;
                if (code < 0) {
                    code = code(values, entry, bytes);
                    if (code < 0) {
                        return false;
                    }
                    codePlusOne.set(Bytes.LE_INT, entry * Integer.BYTES, code + 1);
                }
                target.set(Bytes.LE_INT, at, code);
            }
        }
        return true;
    }

    /// The code of a value, a new one if it is new, or -1 if there is no room for it.
    private int code(VarColumn column, long row, MovingView bytes) {
        long start = column.offsets().start(row);
        int size = (int) column.offsets().size(row);
        int at = bytes.seek(start, (long) size + Buffer.READABLE_PADDING);
        int slot = (int) (DistinctText.hash(bytes.bytes(), at, size) >>> 32) & mask;
        int code;
        while ((code = slots.get(slot) - 1) >= 0) {
            if (isEntry(code, column.segment(), start, size)) {
                return code;
            }
            slot = slot + 1 & mask;
        }
        if (entries.count() == limit) {
            return -1;
        }
        entries.reserve(entries.count() + 1);
        entries.append(bytes.bytes(), at, size);
        slots.put(slot, entries.count());
        return entries.count() - 1;
    }

    private boolean isEntry(int code, MemorySegment bytes, long start, int size) {
        long other = entries.offset(code);
        return entries.offset(code + 1) - other == size
                && MemorySegment.mismatch(bytes, start, start + size, entries.bytes(), other, other + size) < 0;
    }

    @Override
    public void close() {
        table.close();
        entries.close();
    }
}
