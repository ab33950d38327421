package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The states of several reductions side by side, one row of eight-byte places a group, in pool memory that grows
/// by doubling.
///
/// A row is a power of two of bytes and no more than a cache line, so that a group costs one cache miss whatever
/// the number of states. As in a `StateColumn`, a spare row lies before that of id 0.
public final class StateRows implements AutoCloseable {
    /// Bytes before the state of id 0, so that these start at a cache line; the spare row lies in them.
    static final long FRONT = 64;

    /// A row is at most a cache line.
    public static final int MAX_PLACES = 8;

    private static final int FIRST_GROUPS = 64;

    private final MemoryPool pool;
    private final long[] initial;
    private final int shift;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private int capacity;
    private boolean used;

    /// Rows with a place for each of `initial`, the values of new states. Takes no memory before [#ensure].
    public StateRows(MemoryPool pool, long[] initial) {
        this.pool = pool;
        this.shift = Integer.SIZE - Integer.numberOfLeadingZeros(initial.length * Long.BYTES - 1);
        this.initial = Arrays.copyOf(initial, 1 << (shift - 3));
    }

    public MemorySegment segment() {
        return segment;
    }

    /// The logarithm of a row's size.
    public int shift() {
        return shift;
    }

    /// Makes room for ids below `groups`.
    public void ensure(int groups) {
        used = true;
        if (buffer != null && groups <= capacity) {
            return;
        }
        int larger = (int) Math.min(Integer.MAX_VALUE, Math.max(Math.max(groups, FIRST_GROUPS), 2L * capacity));
        long bytes = FRONT + ((long) larger << shift);
        Buffer grown = pool.allocate(bytes, "group states");
        long kept = buffer == null ? 0 : FRONT + ((long) capacity << shift);
        MemorySegment.copy(segment, 0, grown.segment(), 0, kept);
        fill(grown.segment(), kept, bytes, initial);
        close();
        buffer = grown;
        segment = grown.segment();
        capacity = larger;
    }

    /// Makes all states new.
    void clear() {
        if (used && buffer != null) {
            fill(segment, 0, FRONT + ((long) capacity << shift), initial);
            used = false;
        }
    }

    /// Rows start at multiples of their size, the spare one too.
    private static void fill(MemorySegment target, long from, long to, long[] initial) {
        int mask = initial.length - 1;
        for (long at = from; at < to; at += Long.BYTES) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, initial[(int) (at >>> 3) & mask]);
        }
    }

    /// Copies one place of the rows of ids below `groups`, one after the other.
    void copyTo(int place, int groups, MemorySegment target) {
        copy(segment, FRONT + (long) place * Long.BYTES, shift, groups, target);
    }

    private static void copy(MemorySegment rows, long first, int shift, int groups, MemorySegment target) {
        for (int id = 0; id < groups; id++) {
            long state = rows.get(ValueLayout.JAVA_LONG_UNALIGNED, first + ((long) id << shift));
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) id << 3, state);
        }
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }
}
