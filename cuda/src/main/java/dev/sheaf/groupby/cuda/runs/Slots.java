package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.DeviceInfo;

/// How the number of a group is cut into the slot that it has in the shared memory of a block and the part of the
/// table in which its rows lie.
///
/// @param bits the low bits of the number, which are the slot
/// @param count how many slots a block has
/// @param hasParts whether there are further bits
record Slots(int bits, int count, boolean hasParts) {
    /// Bytes of a block beside its slots: bits that tell them apart, and what the driver takes.
    private static final int RESERVED_BYTES = 10 << 10;

    private static final int PART_BYTES = Integer.BYTES;
    private static final int DIGIT_BITS = 8;

    /// As many slots as there are groups, if they fit. Else two blocks share a multiprocessor, unless larger slots save
    /// a pass of the sort by parts.
    ///
    /// @param bytes of the state of a group
    static Slots of(int groups, int bytes, DeviceInfo device) {
        int most = device.sharedBytesPerBlock() - RESERVED_BYTES;
        int all = bitsBelow(groups);
        if ((groups + 1L) * bytes <= most) {
            return new Slots(all, groups, false);
        }
        int few = bitsOf(device.sharedBytesPerMultiprocessor() / 2 - RESERVED_BYTES, bytes);
        int many = bitsOf(most, bytes);
        int bits = passesOf(all - many) < passesOf(all - few) ? many : few;
        return new Slots(bits, 1 << bits, true);
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
        return (long) tables * bytes(bytes) <= device.sharedBytesPerMultiprocessor() / 2 - RESERVED_BYTES;
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
