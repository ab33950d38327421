package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One state of fixed width for each group id, in pool memory that grows by doubling. States become new when
/// room for their ids is asked for: shortly before they are used, and none that nobody uses.
///
/// The state of id `g` lies at byte `FRONT + g * width`. Loops see it in a view of the type that they need: a state of
/// one word is number `FRONT_LONGS + g` of [#longs()]. A spare state lies before that of id 0: loops may update id -1,
/// "no group", like any other, and need no branch for rows that do not count.
///
/// One view has all states, which bounds how many there can be ([#fits]). Tables turn to partitions before that.
public final class StateColumn implements AutoCloseable {
    /// Bytes before the state of id 0: the spare state ends here, and whole lines keep the states aligned.
    public static final int FRONT = 64;

    /// The ints before the state of id 0.
    public static final int FRONT_INTS = FRONT / Integer.BYTES;

    /// The longs or doubles before the state of id 0.
    public static final int FRONT_LONGS = FRONT / Long.BYTES;

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
    private ByteBuffer bytes = Views.bytes(MemorySegment.NULL);
    private IntBuffer ints = bytes.asIntBuffer();
    private LongBuffer longs = bytes.asLongBuffer();
    private DoubleBuffer doubles = bytes.asDoubleBuffer();
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

    /// Whether one view has room for so many states of `width` bytes.
    public static boolean fits(long groups, int width) {
        return groups <= mostStates(width);
    }

    /// An even number, lest a pattern of eight bytes ends in the middle of one of four.
    private static int mostStates(int width) {
        return (int) (Views.MAX_BYTES - FRONT) / width & -2;
    }

    /// The states; another segment after [#ensure].
    public MemorySegment segment() {
        return segment;
    }

    /// The states as bytes, from number [#FRONT] on; another view after [#ensure].
    public ByteBuffer bytes() {
        return bytes;
    }

    /// The states as ints, from number [#FRONT_INTS] on; another view after [#ensure].
    public IntBuffer ints() {
        return ints;
    }

    /// The states as longs, from number [#FRONT_LONGS] on; another view after [#ensure].
    public LongBuffer longs() {
        return longs;
    }

    /// The states as doubles, from number [#FRONT_LONGS] on; another view after [#ensure].
    public DoubleBuffer doubles() {
        return doubles;
    }

    int width() {
        return width;
    }

    /// From the first state on there will be room for so many, lest they be copied as they become more.
    public void reserve(int groups) {
        expected = groups;
    }

    /// Makes room for ids below `groups`.
    ///
    /// @throws IllegalArgumentException if one view has no room for them
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
        if (!fits(groups, width)) {
            throw new IllegalArgumentException(
                    groups + " states of " + width + " bytes (" + purpose + ") are more than the " + mostStates(width)
                            + " that one table has room for; aggregate fewer rows at a time");
        }
        int larger =
                Math.min(mostStates(width), inSteps(Math.max(Math.max(groups, 1), Math.max(expected, 2L * capacity))));
        Buffer grown = pool.allocate(end(larger), purpose);
        if (buffer == null) {
            look(grown, larger);
            begun = 0;
            fill(0, FRONT);
        } else {
            MemorySegment.copy(segment, 0, grown.segment(), 0, end(begun));
            buffer.close();
            look(grown, larger);
        }
        buffer = grown;
    }

    private void look(Buffer grown, int groups) {
        segment = grown.segment();
        capacity = groups;
        bytes = Views.bytes(segment, 0, end(groups));
        ints = bytes.asIntBuffer();
        longs = bytes.asLongBuffer();
        doubles = bytes.asDoubleBuffer();
    }

    /// So many or a few more, whole steps unless they pass what an int holds.
    private static int inSteps(long groups) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(groups, STEP_GROUPS) * STEP_GROUPS);
    }

    /// Makes the states of ids below `groups` new that have not been used.
    private void begin(int groups) {
        fill(end(begun), end(groups));
        begun = groups;
    }

    /// Where the states of so many ids end.
    private long end(int groups) {
        return FRONT + (long) groups * width;
    }

    /// Makes room for ids below `groups`, and reads the states of some ids ahead of a loop over them. States are whole
    /// words.
    ///
    /// That loop, of many steps a row, would wait for the memory of a few rows at a time; this one waits for many.
    public void ensure(int groups, int[] ids, int rows) {
        ensure(groups);
        if ((long) capacity * width >= FAR_BYTES) {
            read = read(ids, rows, longs, width / Long.BYTES);
        }
    }

    private static long read(int[] ids, int rows, LongBuffer states, int words) {
        long read = 0;
        for (int i = 0; i < rows; i++) {
            read ^= states.get(FRONT_LONGS + ids[i] * words);
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

    /// Makes all states new, once room for their ids is asked for again. Views stay as they are: memory that one of
    /// them shares is let go.
    public void clear() {
        if (buffer != null && buffer.owner().viewCount() > 1) {
            close();
            capacity = 0;
        } else if (buffer != null) {
            fill(0, FRONT);
        }
        begun = 0;
    }

    @Override
    public void close() {
        if (buffer != null) {
            buffer.close();
            buffer = null;
        }
    }

    private void fill(long from, long to) {
        if (initial == 0) {
            segment.asSlice(from, to - from).fill((byte) 0);
        } else {
            fill(longs, (int) (from / Long.BYTES), (int) (to / Long.BYTES), initial);
        }
    }

    /// Adds to a double of a state.
    public static void add(DoubleBuffer states, int at, double value) {
        states.put(at, states.get(at) + value);
    }

    private static void fill(LongBuffer words, int from, int to, long pattern) {
        for (int i = from; i < to; i++) {
            words.put(i, pattern);
        }
    }
}
