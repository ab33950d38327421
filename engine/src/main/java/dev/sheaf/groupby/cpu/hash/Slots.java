package dev.sheaf.groupby.cpu.hash;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
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

    /// A power of two, as the number of slots is.
    private static final int MOVED_AT_ONCE = 1 << 10;

    private final MemoryPool pool;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private @Nullable Longs longs;
    private int bits;

    /// A table that begins with at least `slots` slots, once [#ensure] asks for some.
    public Slots(MemoryPool pool, long slots) {
        this.pool = pool;
        this.bits = bitsFor(slots);
    }

    /// The slots; others after [#ensure].
    public Longs longs() {
        return Objects.requireNonNull(longs);
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
        propose(hashes, rows, ids, longs(), shift());
    }

    private static void propose(int[] hashes, int rows, int[] ids, Longs slots, int shift) {
        int mask = mask(shift);
        for (int i = 0; i < rows; i++) {
            int slot = hashes[i] >>> shift;
            long first = slots.get(slot);
            long second = slots.get(slot + 1 & mask);
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
        Buffer larger = pool.allocateZeroed((long) Long.BYTES << newBits, PURPOSE);
        Longs entries = Longs.of(larger.segment());
        move(segment, buffer == null ? 0 : 1L << bits, entries, Integer.SIZE - newBits);
        close();
        buffer = larger;
        segment = larger.segment();
        longs = entries;
        bits = newBits;
    }

    private static void move(MemorySegment from, long slots, Longs to, int shift) {
        long[] entries = new long[(int) Math.min(MOVED_AT_ONCE, slots)];
        for (long slot = 0; slot < slots; slot += entries.length) {
            MemorySegment.copy(from, ValueLayout.JAVA_LONG, slot << 3, entries, 0, entries.length);
            enter(entries, to, shift);
        }
    }

    private static void enter(long[] entries, Longs to, int shift) {
        int mask = mask(shift);
        for (long entry : entries) {
            if (entry != 0) {
                int target = (int) (entry >>> 32) >>> shift;
                while (to.get(target) != 0) {
                    target = target + 1 & mask;
                }
                to.put(target, entry);
            }
        }
    }

    private static int bitsFor(long slots) {
        int needed = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, slots) - 1);
        return Math.clamp(needed, MIN_BITS, MAX_BITS);
    }
}
