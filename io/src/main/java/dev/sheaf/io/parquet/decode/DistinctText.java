package dev.sheaf.io.parquet.decode;

import dev.sheaf.column.VarColumn;
import dev.sheaf.io.parquet.bytes.Bytes;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Whether the values of a dictionary are distinct. Writers see to it, but nothing in a file does, and grouping
/// by codes would tell apart what is equal.
public final class DistinctText {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private DistinctText() {}

    /// Cost: one hash and, as a rule, one probe of a table of 4 bytes a slot at load factor 1/2 at most.
    static boolean isDistinct(VarColumn values, MemoryPool pool) {
        int entries = (int) values.length();
        int slots = Integer.highestOneBit(Math.max(1, entries)) * 4;
        try (Buffer table = pool.allocateZeroed((long) slots * Integer.BYTES, "Parquet dictionary check")) {
            MemorySegment slotEntries = table.segment();
            for (int entry = 0; entry < entries; entry++) {
                if (!insert(values, entry, slotEntries, slots - 1)) {
                    return false;
                }
            }
            return true;
        }
    }

    /// Puts an entry into the first free slot from its hash on; false if an equal one lies on the way.
    ///
    /// A slot holds entry + 1, 0 when free, in as many bits as number the slots, and bits of the hash above them.
    /// Where those differ, the bytes need not be looked at.
    private static boolean insert(VarColumn values, int entry, MemorySegment slotEntries, int mask) {
        long start = values.offsets().start(entry);
        long size = values.offsets().size(entry);
        int hash = (int) (hash(values.segment(), start, size) >>> 32);
        int slot = hash & mask;
        int other;
        while ((other = slotEntries.getAtIndex(ValueLayout.JAVA_INT, slot)) != 0) {
            if (((other ^ hash) & ~mask) == 0 && isEqual(values, (other & mask) - 1, start, size)) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        slotEntries.setAtIndex(ValueLayout.JAVA_INT, slot, (hash & ~mask) | (entry + 1));
        return true;
    }

    private static boolean isEqual(VarColumn values, int other, long start, long size) {
        long otherStart = values.offsets().start(other);
        return values.offsets().size(other) == size
                && MemorySegment.mismatch(
                                values.segment(), start, start + size, values.segment(), otherStart, otherStart + size)
                        < 0;
    }

    /// Words of 8 bytes, of the last one only what belongs to the value.
    public static long hash(MemorySegment bytes, long start, long size) {
        long hash = size;
        long end = start + size;
        for (long at = start; at < end; at += Long.BYTES) {
            long word = bytes.get(Bytes.LE_LONG, at);
            long inside = end - at;
            if (inside < Long.BYTES) {
                word &= (1L << (inside * Byte.SIZE)) - 1;
            }
            hash = (hash ^ word) * MULTIPLIER;
            hash ^= hash >>> 29;
        }
        return hash * MULTIPLIER;
    }
}
