package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One state of fixed width for each group id, in pool memory that grows by doubling. States become new when
/// room for their ids is asked for: shortly before they are used, and none that nobody uses.
///
/// The state of id `g` lies at byte `FRONT + g * width` of [#segment()]. A spare state lies before that of id 0:
/// loops may update id -1, "no group", like any other, and need no branch for rows that do not count.
public final class StateColumn implements AutoCloseable {
    /// Bytes before the state of id 0: the spare state ends here, and whole lines keep the states aligned.
    public static final long FRONT = 64;

    /// Bytes that a second-level cache does not keep, so that most reads at random places among them wait for memory.
    public static final long FAR_BYTES = 2 << 20;

    /// States become new so many at a time; the first column has room for as many.
    private static final int STEP_GROUPS = 64;

    private final MemoryPool pool;
    private final String purpose;
    private final int width;
    private final long initial;
    private @Nullable Buffer buffer;
    private MemorySegment segment = MemorySegment.NULL;
    private int capacity;
    private int begun;
    private int expected;

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

    /// From the first state on there will be room for so many, lest they be copied as they become more.
    public void reserve(int groups) {
        expected = groups;
    }

    /// Makes room for ids below `groups`.
    public void ensure(int groups) {
        if (buffer != null && groups <= begun) {
            return;
        }
        if (buffer == null || groups > capacity) {
            grow(groups);
        }
        begin(Math.min(capacity, inSteps(groups)));
    }

    private void grow(int groups) {
        int larger = inSteps(Math.max(Math.max(groups, 1), Math.max(expected, 2L * capacity)));
        Buffer grown = pool.allocate(end(larger), purpose);
        if (buffer == null) {
            begun = 0;
            fill(grown.segment(), 0, FRONT);
        } else {
            MemorySegment.copy(segment, 0, grown.segment(), 0, end(begun));
            buffer.close();
        }
        buffer = grown;
        segment = grown.segment();
        capacity = larger;
    }

    /// So many or a few more, whole steps unless they pass what an int holds.
    private static int inSteps(long groups) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(groups, STEP_GROUPS) * STEP_GROUPS);
    }

    /// Makes the states of ids below `groups` new that have not been used.
    private void begin(int groups) {
        fill(segment, end(begun), end(groups));
        begun = groups;
    }

    /// Where the states of so many ids end.
    private long end(int groups) {
        return FRONT + (long) groups * width;
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

    /// Makes all states new, once room for their ids is asked for again.
    public void clear() {
        if (buffer != null) {
            fill(segment, 0, FRONT);
            begun = 0;
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

    /// Adds to a double of a state, which lies at byte `at`.
    public static void addDouble(MemorySegment states, long at, double value) {
        states.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, states.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at) + value);
    }

    private static void fillPattern(MemorySegment target, long from, long to, long pattern) {
        for (long at = from; at + Long.BYTES <= to; at += Long.BYTES) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, at, pattern);
        }
    }
}
