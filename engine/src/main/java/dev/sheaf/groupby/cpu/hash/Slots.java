package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// The slots of an open-addressing table: eight bytes each, the hash in the high half, group id + 1 in the low
/// half; zero is empty, so no key is lost to a sentinel.
///
/// The slot of a hash is its high bits, `hash >>> shift`, and on a collision the next one. So doubling keeps the
/// order of entries, and reads and writes memory from front to back without looking at a key.
public final class Slots implements AutoCloseable {
    private static final String PURPOSE = "group table slots";

    /// Load factor 1/2: a hit looks at 1.5 slots on average, a miss at 2.5.
    private static final int SLOTS_PER_GROUP = 2;

    /// Several first-level caches.
    private static final long FAR_BYTES = 1 << 18;

    private static final int MIN_BITS = 2;
    private static final int MAX_BITS = 31;

    private final MemoryPool pool;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private int bits;

    /// A table that begins with at least `slots` slots, once [#ensure] asks for some.
    public Slots(MemoryPool pool, long slots) {
        this.pool = pool;
        this.bits = bitsFor(slots);
    }

    public MemorySegment segment() {
        return segment;
    }

    public int shift() {
        return Integer.SIZE - bits;
    }

    /// The mask of slot numbers for hashes shifted by `shift`.
    public static int mask(int shift) {
        return (int) (0xFFFFFFFFL >>> shift);
    }

    /// The slot of a group.
    public static long entry(int hash, int id) {
        return (long) hash << 32 | (id + 1);
    }

    /// Writes for each hash the id in its slot, or the one behind if that has the hash; -1 for an empty slot. The
    /// id may be that of another key.
    public void propose(int[] hashes, int rows, int[] ids) {
        propose(hashes, rows, ids, segment, shift());
    }

    private static void propose(int[] hashes, int rows, int[] ids, MemorySegment slots, int shift) {
        for (int i = 0; i < rows; i++) {
            long at = (long) (hashes[i] >>> shift) << 3;
            long first = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            long second = slots.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8);
            ids[i] = (int) ((int) (first >>> 32) == hashes[i] ? first : second) - 1;
        }
    }

    /// Whether most slots are not in the nearest cache, so that looking rows up one by one waits for each.
    boolean areFar() {
        return (long) Long.BYTES << bits >= FAR_BYTES;
    }

    /// Makes room for `groups` groups at the load factor.
    public void ensure(long groups) {
        int wanted = Math.max(bits, bitsFor(groups * SLOTS_PER_GROUP));
        if (buffer == null || wanted > bits) {
            grow(wanted);
        }
    }

    public void clear() {
        segment.fill((byte) 0);
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }

    private void grow(int newBits) {
        // One slot more, always empty, behind the last: whoever looks at two need not think of the end.
        Buffer larger = pool.allocateZeroed(((long) Long.BYTES << newBits) + Long.BYTES, PURPOSE);
        move(segment, buffer == null ? 0 : 1L << bits, larger.segment(), Integer.SIZE - newBits);
        close();
        buffer = larger;
        segment = larger.segment();
        bits = newBits;
    }

    private static void move(MemorySegment from, long slots, MemorySegment to, int shift) {
        int mask = mask(shift);
        for (long slot = 0; slot < slots; slot++) {
            long entry = from.get(ValueLayout.JAVA_LONG, slot << 3);
            if (entry != 0) {
                int target = (int) (entry >>> 32) >>> shift;
                while (to.get(ValueLayout.JAVA_LONG, (long) target << 3) != 0) {
                    target = target + 1 & mask;
                }
                to.set(ValueLayout.JAVA_LONG, (long) target << 3, entry);
            }
        }
    }

    private static int bitsFor(long slots) {
        int needed = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, slots) - 1);
        return Math.clamp(needed, MIN_BITS, MAX_BITS);
    }
}
