package dev.sheaf.io.parquet.decode;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/// Whether the values of a dictionary are distinct. Writers see to it, but nothing in a file does, and grouping
/// by codes would tell apart what is equal.
public final class DistinctText {
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private DistinctText() {}

    /// Cost: one hash and, as a rule, one probe of a table of 4 bytes a slot at load factor 1/2 at most. Values so many
    /// that one view does not show the table are taken for equal ones.
    ///
    /// @param bytes the bytes that `starts` point into, where each of the `entries` begins and the last one ends
    static boolean isDistinct(ByteBuffer bytes, IntBuffer starts, int entries, MemoryPool pool) {
        return isDistinct(bytes, starts, entries, pool, Views.MAX_BYTES);
    }

    /// As the other one, with a view of at most so many bytes.
    static boolean isDistinct(ByteBuffer bytes, IntBuffer starts, int entries, MemoryPool pool, long viewBytes) {
        long size = Integer.highestOneBit(Math.max(1, entries)) * 4L * Integer.BYTES;
        if (size + Buffer.READABLE_PADDING > viewBytes) {
            return false;
        }
        try (Buffer table = pool.allocateZeroed(size, "Parquet dictionary check")) {
            IntBuffer slots = Views.ints(table.segment());
            return insertAll(bytes, starts, entries, slots, (int) (size / Integer.BYTES) - 1);
        }
    }

    private static boolean insertAll(ByteBuffer bytes, IntBuffer starts, int entries, IntBuffer slots, int mask) {
        for (int entry = 0; entry < entries; entry++) {
            if (!insert(bytes, starts, entry, slots, mask)) {
                return false;
            }
        }
        return true;
    }

    /// Puts an entry into the first free slot from its hash on; false if an equal one lies on the way.
    ///
    /// A slot holds entry + 1, 0 when free, in as many bits as number the slots, and bits of the hash above them.
    /// Where those differ, the bytes need not be looked at.
    private static boolean insert(ByteBuffer bytes, IntBuffer starts, int entry, IntBuffer slots, int mask) {
        int start = starts.get(entry);
        int hash = (int) (hash(bytes, start, starts.get(entry + 1) - start) >>> 32);
        int slot = hash & mask;
        int other;
        while ((other = slots.get(slot)) != 0) {
            if (((other ^ hash) & ~mask) == 0 && isEqual(bytes, starts, (other & mask) - 1, entry)) {
                return false;
            }
            slot = slot + 1 & mask;
        }
        slots.put(slot, (hash & ~mask) | (entry + 1));
        return true;
    }

    private static boolean isEqual(ByteBuffer bytes, IntBuffer starts, int a, int b) {
        int start = starts.get(a);
        int other = starts.get(b);
        int size = starts.get(a + 1) - start;
        int done = 0;
        if (starts.get(b + 1) - other != size) {
            return false;
        }
        while (done < size && word(bytes, start + done, size - done) == word(bytes, other + done, size - done)) {
            done += Long.BYTES;
        }
        return done >= size;
    }

    /// Words of 8 bytes, of the last one only what belongs to the value.
    public static long hash(ByteBuffer bytes, int start, int size) {
        long hash = size;
        for (int done = 0; done < size; done += Long.BYTES) {
            hash = (hash ^ word(bytes, start + done, size - done)) * MULTIPLIER;
            hash ^= hash >>> 29;
        }
        return hash * MULTIPLIER;
    }

    /// The first `most` of the next 8 bytes, as the low ones of a word.
    private static long word(ByteBuffer bytes, int at, int most) {
        long word = bytes.getLong(at);
        return most < Long.BYTES ? word & ((1L << (most * Byte.SIZE)) - 1) : word;
    }
}
