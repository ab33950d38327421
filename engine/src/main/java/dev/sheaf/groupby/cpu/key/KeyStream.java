package dev.sheaf.groupby.cpu.key;

import org.jspecify.annotations.Nullable;

/// One stream of 64-bit values that a key column contributes to packed keys, and the range it has had so far.
///
/// A column has one stream, one of 16-byte values has two. Text goes through an interner and contributes its
/// dense numbers.
final class KeyStream {
    /// The natural range, from the type: what the stream can never leave.
    private final long floor;

    private final long ceiling;
    private final boolean fromZero;
    private long min;
    private long max = -1;
    private boolean empty = true;
    private boolean nulls;

    /// A stream of values between `floor` and `ceiling`; `fromZero` if they are numbers given from 0 on.
    KeyStream(long floor, long ceiling, boolean fromZero) {
        this.floor = floor;
        this.ceiling = ceiling;
        this.fromZero = fromZero;
    }

    /// A stream of numbers of so many bits, any of which may come.
    static KeyStream ofBits(int bits) {
        KeyStream stream = bits == Long.SIZE
                ? new KeyStream(Long.MIN_VALUE, Long.MAX_VALUE, false)
                : new KeyStream(0, (1L << bits) - 1, true);
        stream.expect(stream.floor, stream.ceiling);
        return stream;
    }

    /// A stream like this one, to be changed on its own.
    KeyStream copy() {
        KeyStream copy = new KeyStream(floor, ceiling, fromZero);
        copy.take(this);
        return copy;
    }

    /// Takes over the range of a stream of the same values.
    void take(KeyStream other) {
        min = other.min;
        max = other.max;
        empty = other.empty;
        nulls = other.nulls;
    }

    /// What is added to a range when it grows again: as much as it had, so that the number of growths stays
    /// logarithmic, if `room` is 1, half of that for 2, and so on; nothing for 0.
    static long room(long range, int room) {
        return room == 0 ? 0 : Math.max(0, range) >> (room - 1);
    }

    /// Takes a chunk's values into the range; `valid` is null if all rows are valid. Growing a range again adds
    /// as much as it had before.
    void extend(long[] values, byte @Nullable [] valid, int rows) {
        extend(values, valid, rows, 1);
    }

    /// Takes a chunk's values into the range, which grows by [#room] when it grows again.
    void extend(long[] values, byte @Nullable [] valid, int rows, int room) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        boolean anyNull = false;
        boolean anyValid = false;
        for (int i = 0; i < rows; i++) {
            if (valid == null || valid[i] != 0) {
                least = Math.min(least, values[i]);
                greatest = Math.max(greatest, values[i]);
                anyValid = true;
            } else {
                anyNull = true;
            }
        }
        nulls |= anyNull;
        if (anyValid) {
            extend(least, greatest, room);
        }
    }

    /// Takes values into the range and leaves no room beyond them.
    void include(long[] values, byte[] valid, int rows) {
        for (int i = 0; i < rows; i++) {
            if (valid[i] == 0) {
                nulls = true;
            } else if (empty) {
                expect(values[i], values[i]);
            } else {
                min = Math.min(min, values[i]);
                max = Math.max(max, values[i]);
            }
        }
    }

    private void extend(long least, long greatest, int room) {
        if (empty) {
            min = fromZero ? 0 : least;
            max = greatest;
            empty = false;
            return;
        }
        long slack = room(max - min, room);
        if (least < min) {
            min = Math.max(floor, saturatedAdd(least, -slack));
        }
        if (greatest > max) {
            max = Math.min(ceiling, saturatedAdd(greatest, slack));
        }
    }

    /// Sets what is known beforehand.
    void expect(long least, long greatest) {
        min = Math.max(floor, fromZero ? 0 : least);
        max = Math.min(ceiling, greatest);
        empty = false;
    }

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    /// Takes note of a null, for which a layout in which the stream lies raw needs a bit, even if keys with the null
    /// were packed under a layout that had a code for it.
    void sawNull() {
        nulls = true;
    }

    boolean hasNulls() {
        return nulls;
    }

    /// The bits that codes for the range so far need, 64 if it has to lie raw.
    int tightBits() {
        return empty ? 1 : bits(min, max);
    }

    /// The bits that codes for every value of the type need.
    int naturalBits() {
        return bits(floor, ceiling);
    }

    /// The value whose code is 1 when the stream gets `bits` bits, more than the range may need: the spare
    /// codes go to both sides. It is a multiple of a large number where there are many, so that threads whose first
    /// rows have about the same range have the same codes.
    long base(int bits) {
        if (bits >= naturalBits()) {
            return floor;
        }
        long spare = (1L << bits) - 2 - (empty ? 0 : max - min);
        long below = fromZero ? 0 : spare >>> 1;
        long step = fromZero ? 1 : Math.max(1, Long.highestOneBit(spare) >>> 2);
        return Math.max(floor, saturatedAdd(min, -below) & -step);
    }

    private static int bits(long low, long high) {
        long range = high - low;
        boolean tooWide = range < 0 || range >= 1L << 62;
        return tooWide ? Long.SIZE : Long.SIZE - Long.numberOfLeadingZeros(range + 1);
    }
}
