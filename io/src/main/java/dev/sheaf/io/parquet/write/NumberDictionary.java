package dev.sheaf.io.parquet.write;

import dev.sheaf.io.parquet.bytes.ByteOutput;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// Finds the distinct values among numbers of 4 or 8 bytes, compared by their bits, and codes for them; gives up
/// when there are too many.
final class NumberDictionary {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final String PURPOSE = "Parquet dictionary";

    private NumberDictionary() {}

    /// Appends the distinct ones of `count` values of `width` bytes to `entries` and the code of each value, an
    /// int32, to `codes`. False, with the outputs in any state, if there are more than `limit`.
    static boolean encode(
            MemorySegment values,
            int width,
            int count,
            int limit,
            ByteOutput entries,
            ByteOutput codes,
            MemoryPool pool) {
        int slots = Integer.highestOneBit(Math.max(1, limit)) * 4;
        int mask = slots - 1;
        codes.reserve((long) count * Integer.BYTES);
        MemorySegment target = codes.segment();
        try (Buffer table = pool.allocateZeroed((long) slots * Integer.BYTES, PURPOSE);
                Buffer keys = pool.allocate((long) (limit + 1) * Long.BYTES, PURPOSE)) {
            MemorySegment slotCodes = table.segment();
            MemorySegment distinct = keys.segment();
            int next = 0;
            for (int i = 0; i < count; i++) {
                long value = width == Long.BYTES
                        ? values.get(Bytes.LE_LONG, (long) i * Long.BYTES)
                        : values.get(Bytes.LE_INT, (long) i * Integer.BYTES);
                long hash = value * MULTIPLIER;
                int slot = (int) (hash ^ hash >>> 32) & mask;
                int code;
                while ((code = slotCodes.get(Bytes.LE_INT, (long) slot * Integer.BYTES) - 1) >= 0
                        && distinct.get(Bytes.LE_LONG, (long) code * Long.BYTES) != value) {
                    slot = slot + 1 & mask;
                }
                if (code < 0) {
                    if (next == limit) {
                        return false;
                    }
                    code = next++;
                    slotCodes.set(Bytes.LE_INT, (long) slot * Integer.BYTES, next);
                    distinct.set(Bytes.LE_LONG, (long) code * Long.BYTES, value);
                }
                target.set(Bytes.LE_INT, (long) i * Integer.BYTES, code);
            }
            codes.advance((long) count * Integer.BYTES);
            writeEntries(distinct, next, width, entries);
            return true;
        }
    }

    private static void writeEntries(MemorySegment distinct, int count, int width, ByteOutput entries) {
        for (int i = 0; i < count; i++) {
            entries.write(distinct, (long) i * Long.BYTES, width);
        }
    }
}
