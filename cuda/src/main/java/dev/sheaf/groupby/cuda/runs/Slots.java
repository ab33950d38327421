package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.DeviceInfo;
import java.util.stream.IntStream;

/// How the number of a group is cut into the slot that it has in the shared memory of a block and the part of the
/// table in which its rows lie.
///
/// @param bits the low bits of the number, which are the slot
/// @param count how many slots a block has
/// @param hasParts whether there are further bits
/// @param groups how many there may be; 0 if numbers say nothing of that
record Slots(int bits, int count, boolean hasParts, int groups) {
    /// Of a multiprocessor, where slots leave room for as many.
    static final int BLOCKS = 2;

    /// Bytes of a block beside its slots: bits that tell them apart, and what the driver takes.
    private static final int RESERVED_BYTES = 10 << 10;

    private static final int PART_BYTES = Integer.BYTES;
    private static final int DIGIT_BITS = 8;

    /// How much longer a chunk of whole parts may be than an equal one: less than what it saves.
    private static final double MOST_OF_EQUAL = 1.3;

    /// Of fewer slots, rows of a warp would meet too often.
    private static final int LEAST_BITS = 11;

    /// As many slots as there are groups, if they fit. Else two blocks share a multiprocessor, unless larger slots save
    /// a pass of the sort by parts. No pass more, there are so many parts that chunks are of whole ones.
    ///
    /// @param bytes of the state of a group
    static Slots of(int groups, int bytes, DeviceInfo device) {
        int most = device.sharedBytesPerBlock() - RESERVED_BYTES;
        int all = bitsBelow(groups);
        if ((groups + 1L) * bytes <= most) {
            return new Slots(all, groups, false, groups);
        }
        int few = bitsOf(device.sharedBytesPerMultiprocessor() / BLOCKS - RESERVED_BYTES, bytes);
        int many = bitsOf(most, bytes);
        boolean areMany = passesOf(all - many) < passesOf(all - few);
        int bits = areMany ? many : few;
        int least = Math.max(Math.min(bits, LEAST_BITS), all - DIGIT_BITS * passesOf(all - bits));
        long atOnce = (areMany ? 1L : BLOCKS) * device.multiprocessors();
        return IntStream.iterate(bits, some -> some >= least, some -> some - 1)
                .mapToObj(some -> new Slots(some, 1 << some, true, groups))
                .filter(slots -> slots.wholeParts(groups, atOnce) > 0)
                .findFirst()
                .orElseGet(() -> new Slots(bits, 1 << bits, true, groups));
    }

    /// The rows of a chunk of whole parts, if groups have as many rows each and such chunks take little longer than
    /// equal ones; else 0.
    ///
    /// @param atOnce how many chunks run at once
    long wholeParts(long rows, long atOnce) {
        if (!hasParts || groups == 0) {
            return 0;
        }
        long parts = ((long) groups + count - 1) / count;
        long ofChunk = (parts + atOnce - 1) / atOnce * count;
        return ofChunk * atOnce <= groups * MOST_OF_EQUAL ? (long) Math.ceil((double) rows / groups * ofChunk) : 0;
    }

    /// The most bits whose slots fit, beside one place more.
    private static int bitsOf(int room, int bytes) {
        return Math.max(0, bitsBelow(Math.max(1, room / (bytes + PART_BYTES))) - 1);
    }

    /// The bits of all numbers below one.
    private static int bitsBelow(int count) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
    }

    /// The passes of the sort by parts of so many groups.
    int passes(int groups) {
        return hasParts ? passesOf(bitsBelow(groups) - bits) : 0;
    }

    private static int passesOf(int bits) {
        return (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    }

    /// Whether each of some warps of a block may have a table of its own, and two blocks share a multiprocessor.
    boolean fit(int tables, int bytes, DeviceInfo device) {
        return (long) tables * bytes(bytes) <= device.sharedBytesPerMultiprocessor() / BLOCKS - RESERVED_BYTES;
    }

    /// Whether a block has room for states of some bytes.
    boolean fit(int bytes, DeviceInfo device) {
        return bytes(bytes) <= device.sharedBytesPerBlock() - RESERVED_BYTES;
    }

    /// Shared memory of a table, of the state that [#of] was asked for: rows that take no slot have a place of their
    /// own.
    int bytes(int state) {
        return (count + 1) * (state + (hasParts ? PART_BYTES : 0));
    }
}
