package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One state of fixed width for each group id, in pool memory that grows by doubling.
///
/// The state of id `g` lies at byte `FRONT + g * width` of [#segment()]. A spare state lies before that of id 0:
/// loops may update id -1, "no group", like any other, and need no branch for rows that do not count.
public final class StateColumn implements AutoCloseable {
    /// Bytes before the state of id 0: the spare state ends here, and whole lines keep the states aligned.
    public static final long FRONT = 64;

    /// Bytes that a second-level cache does not keep, so that most reads at random places among them wait for memory.
    public static final long FAR_BYTES = 2 << 20;

    private static final int FIRST_GROUPS = 64;

    private final MemoryPool pool;
    private final String purpose;
    private final int width;
    private final long initial;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private int capacity;

    @SuppressWarnings("UnusedVariable") // written lest the loop that reads states is compiled to nothing
    private long read;

    /// States of `width` bytes; `initial` is the pattern of eight bytes that new states are filled with. Takes no
    /// memory before [#ensure].
    public StateColumn(MemoryPool pool, String purpose, int width, long initial) {
        this.pool = pool;
        this.purpose = purpose;
        this.width = width;
        this.initial = initial;
    }

    /// The states; another segment after [#ensure].
    public MemorySegment segment() {
        return segment;
    }

    int width() {
        return width;
    }

    /// Makes room for ids below `groups`.
    public void ensure(int groups) {
        if (buffer != null && groups <= capacity) {
            return;
        }
        int larger = (int) Math.min(Integer.MAX_VALUE, Math.max(Math.max(groups, FIRST_GROUPS), 2L * capacity));
        long bytes = FRONT + (long) larger * width;
        Buffer grown = pool.allocate(bytes, purpose);
        long used = buffer == null ? 0 : FRONT + (long) capacity * width;
        MemorySegment.copy(segment, 0, grown.segment(), 0, used);
        fill(grown.segment(), used, bytes);
        close();
        buffer = grown;
        segment = grown.segment();
        capacity = larger;
    }

    /// Makes room for ids below `groups`, and reads the states of some ids ahead of a loop over them.
    ///
    /// That loop, of many steps a row, would wait for the memory of a few rows at a time; this one waits for many.
    public void ensure(int groups, int[] ids, int rows) {
        ensure(groups);
        if ((long) capacity * width >= FAR_BYTES) {
            read = read(ids, rows, segment, width);
        }
    }

    private static long read(int[] ids, int rows, MemorySegment states, int width) {
        long read = 0;
        for (int i = 0; i < rows; i++) {
            read ^= states.get(ValueLayout.JAVA_LONG_UNALIGNED, FRONT + (long) ids[i] * width);
        }
        return read;
    }

    /// The states of ids below `groups` one after the other, sharing the memory; to be closed on its
    /// own.
    public Buffer view(int groups) {
        ensure(groups);
        return Objects.requireNonNull(buffer).slice(FRONT, (long) groups * width);
    }

    /// Takes over the states of ids below `groups` from a column of the same width; both have room for them.
    public void copy(StateColumn other, int groups) {
        MemorySegment.copy(other.segment, FRONT, segment, FRONT, (long) groups * width);
    }

    /// Makes all states new. Views see it.
    public void clear() {
        if (buffer != null) {
            fill(segment, 0, FRONT + (long) capacity * width);
        }
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }

    private void fill(MemorySegment target, long from, long to) {
        if (initial == 0) {
            target.asSlice(from, to - from).fill((byte) 0);
        } else {
            fillPattern(target, from, to, initial);
        }
    }

    private static void fillPattern(MemorySegment target, long from, long to, long pattern) {
        for (long at = from; at + Long.BYTES <= to; at += Long.BYTES) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, pattern);
        }
    }
}
