package dev.sheaf.groupby.cpu.exact;

import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.Arrays;

/// Exact sums of doubles, or of products of two, one for each group: the same bits in whatever order they come.
///
/// A sum is a whole number of units (the least positive double, 2^-1074, or its square) held in *limbs* of 32
/// bits, each in a long of its own so that carries may wait: adding a value touches the three limbs (five for a
/// product) that its 53 (106) bits fall on, and nothing else. Carries are propagated every 2^30 values, before a
/// limb can overflow.
///
/// The full range of doubles takes 66 limbs, but the values of a column as a rule share a few. So each group
/// has a short *window* of limbs at a place that the first value decides, the same for all groups; a value that
/// falls outside goes to a full accumulator that its group then gets. The sum is that of both.
///
/// Infinities and NaNs are remembered as flags and decide the result by the rules of IEEE 754, whatever their
/// order.
///
/// Source: Kulisch's long accumulator with carry-save limbs, as in R. Neal, "Fast exact summation using small
/// and large superaccumulators" (2015), section 2; the window is ours. Adds of this kind are plain 64-bit
/// integer adds, which a GPU has as atomics.
public final class ExactSums implements AutoCloseable {
    private static final int MANTISSA_BITS = Double.PRECISION - 1;
    private static final long MANTISSA_MASK = (1L << MANTISSA_BITS) - 1;
    private static final int MAX_EXPONENT = 0x7FF;

    /// Adds between two propagations; each adds less than 2^32 to a limb that holds up to 2^63.
    private static final long MAX_PENDING = 1 << 30;

    private static final int SUM_WINDOW = 7;
    private static final int PRODUCT_WINDOW = 8;

    /// In so many of the window's limbs a value may begin: its last piece must not fall on the last limb, which
    /// takes carries.
    private static final int SUM_WINDOW_PLACES = 4;

    private static final String PURPOSE = "exact sums";

    private final boolean products;
    private final int pieces;
    private final int windowLimbs;
    private final int allLimbs;

    private final StateColumn windows;
    private final StateColumn flags;
    private final WideSums wides;
    private final long[] scratch;
    private int groupCount;
    private int windowStart = -1;
    private long pending;

    /// Sums for no groups yet, of values or of products of two.
    public ExactSums(MemoryPool pool, boolean products) {
        this.products = products;
        this.pieces = products ? 5 : 3;
        this.windowLimbs = products ? PRODUCT_WINDOW : SUM_WINDOW;
        this.allLimbs = products ? 134 : 68;
        this.windows = new StateColumn(pool, PURPOSE, windowLimbs * Long.BYTES, 0);
        this.flags = new StateColumn(pool, PURPOSE, Byte.BYTES, 0);
        this.wides = new WideSums(pool, allLimbs, PURPOSE);
        this.scratch = new long[allLimbs + 1];
    }

    /// Whether there is room for `rows` more than `groups` groups, should the values of all of them be far apart.
    public boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, windowLimbs * Long.BYTES) && wides.hasRoom(groups + rows, rows);
    }

    /// Makes room for groups `0 .. groups - 1`; new sums are 0.
    public void ensure(int groups) {
        groupCount = Math.max(groupCount, groups);
        windows.ensure(groups);
        flags.ensure(groups);
        wides.ensure(groups);
    }

    /// Adds a chunk of values to the sums of their groups, for which there is room; those of group -1 do not count.
    public void add(int[] ids, double[] values, int rows) {
        int row = 0;
        while ((row = addInside(ids, values, row, rows, windowStart, windows.longs())) < rows) {
            if (ids[row] >= 0) {
                addOutside(ids[row], values[row]);
            }
            row++;
        }
        addPending(rows);
    }

    /// Adds values from `from` on until one does not fall into the window; returns its row, or `rows`. The window
    /// of group -1 is the spare state.
    private static int addInside(int[] ids, double[] values, int from, int rows, int windowStart, LongBuffer windows) {
        if (windowStart < 0) {
            return from;
        }
        for (int i = from; i < rows; i++) {
            long bits = Double.doubleToRawLongBits(values[i]);
            int exponent = (int) (bits >>> MANTISSA_BITS) & MAX_EXPONENT;
            int position = exponent - 1;
            int limb = (position >>> 5) - windowStart;
            if (Integer.compareUnsigned(limb, SUM_WINDOW_PLACES) >= 0 || exponent == MAX_EXPONENT) {
                return i;
            }
            long mantissa = (bits & MANTISSA_MASK) | (1L << MANTISSA_BITS);
            long sign = bits >> 63;
            long low = mantissa << (position & 31);
            long high = mantissa >>> 1 >>> (63 - (position & 31));
            int at = StateColumn.FRONT_LONGS + ids[i] * SUM_WINDOW + limb;
            Limbs.add(windows, at, sign, low & Limbs.MASK);
            Limbs.add(windows, at + 1, sign, low >>> Limbs.BITS);
            Limbs.add(windows, at + 2, sign, high);
        }
        return rows;
    }

    private void addOutside(int group, double value) {
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) (bits >>> MANTISSA_BITS) & MAX_EXPONENT;
        if (exponent == MAX_EXPONENT) {
            addSpecial(group, ExactNumber.flag(value));
        } else if (value != 0) {
            addAt(group, bits >> 63, Math.max(exponent, 1) - 1, mantissa(bits, exponent), 0);
        }
    }

    private static long mantissa(long bits, int exponent) {
        return (bits & MANTISSA_MASK) | (exponent == 0 ? 0 : 1L << MANTISSA_BITS);
    }

    /// Adds a chunk of products.
    public void addProducts(int[] ids, double[] xs, double[] ys, int rows) {
        for (int i = 0; i < rows; i++) {
            if (ids[i] >= 0) {
                addProduct(ids[i], xs[i], ys[i]);
            }
        }
        addPending(rows);
    }

    private void addProduct(int group, double x, double y) {
        long xBits = Double.doubleToRawLongBits(x);
        long yBits = Double.doubleToRawLongBits(y);
        int xExponent = (int) (xBits >>> MANTISSA_BITS) & MAX_EXPONENT;
        int yExponent = (int) (yBits >>> MANTISSA_BITS) & MAX_EXPONENT;
        if (xExponent == MAX_EXPONENT || yExponent == MAX_EXPONENT) {
            addSpecial(group, ExactNumber.flag(x * y));
        } else if (x != 0 && y != 0) {
            long a = mantissa(xBits, xExponent);
            long b = mantissa(yBits, yExponent);
            int position = Math.max(xExponent, 1) + Math.max(yExponent, 1) - 2;
            addAt(group, (xBits ^ yBits) >> 63, position, a * b, Math.multiplyHigh(a, b));
        }
    }

    private void addSpecial(int group, int flag) {
        flags.bytes().put(StateColumn.FRONT + group, (byte) (flags(group) | flag));
    }

    private int flags(int group) {
        return flags.bytes().get(StateColumn.FRONT + group);
    }

    /// Adds the 128-bit magnitude shifted left by `position` bits; `sign` is 0 or -1.
    private void addAt(int group, long sign, int position, long low, long high) {
        int limb = position / Limbs.BITS;
        int shift = position % Limbs.BITS;
        if (windowStart < 0) {
            windowStart = Math.max(0, limb - (windowLimbs - pieces - 1) / 2);
        }
        boolean inside = limb >= windowStart && limb + pieces < windowStart + windowLimbs;
        LongBuffer target = inside ? windows.longs() : wides.of(group);
        int at = inside ? windowAt(group) + limb - windowStart : wides.at(group) + limb;
        long shiftedLow = low << shift;
        long shiftedMiddle = high << shift | (low >>> 1 >>> (Long.SIZE - 1 - shift));
        Limbs.add(target, at, sign, shiftedLow & Limbs.MASK);
        Limbs.add(target, at + 1, sign, shiftedLow >>> Limbs.BITS);
        Limbs.add(target, at + 2, sign, shiftedMiddle & Limbs.MASK);
        if (products) {
            Limbs.add(target, at + 3, sign, shiftedMiddle >>> Limbs.BITS);
            Limbs.add(target, at + 4, sign, high >>> 1 >>> (Long.SIZE - 1 - shift));
        }
    }

    private int windowAt(int group) {
        return StateColumn.FRONT_LONGS + group * windowLimbs;
    }

    private void addPending(int adds) {
        pending += adds;
        if (pending >= MAX_PENDING) {
            for (int group = 0; group < groupCount; group++) {
                Limbs.propagate(windows.longs(), windowAt(group), windowLimbs);
            }
            wides.propagate();
            pending = 0;
        }
    }

    /// Reads the sum of a group.
    public void read(int group, ExactNumber number) {
        boolean isWide = wides.has(group);
        int from = isWide ? 0 : Math.max(0, windowStart);
        int to = isWide ? scratch.length : Math.min(scratch.length, from + windowLimbs + 1);
        Arrays.fill(scratch, from, to, 0);
        if (windowStart >= 0) {
            load(windows.longs(), windowAt(group), windowLimbs, windowStart);
        }
        if (isWide) {
            load(wides.of(group), wides.at(group), allLimbs, 0);
        }
        number.set(scratch, from, to, flags(group));
    }

    private void load(LongBuffer limbs, int at, int count, int to) {
        for (int i = 0; i < count && to + i < scratch.length; i++) {
            scratch[to + i] += limbs.get(at + i);
        }
    }

    /// Adds what other sums of the same kind gave to [#read].
    ///
    /// @throws IllegalArgumentException if the number is larger than such sums can be
    public void merge(int group, ExactNumber number) {
        addSpecial(group, number.flags());
        int count = number.words();
        if (count == 0) {
            return;
        }
        int limb = number.firstWord();
        if (limb + count > allLimbs) {
            throw new IllegalArgumentException("an exact sum of a state ends at word " + (limb + count) + ", of "
                    + allLimbs + " that there are; the state is damaged, make it anew from its rows");
        }
        if (windowStart < 0) {
            windowStart = Math.max(0, limb - (windowLimbs - pieces - 1) / 2);
        }
        boolean inside = limb >= windowStart && limb + count <= windowStart + windowLimbs;
        LongBuffer target = inside ? windows.longs() : wides.of(group);
        int at = inside ? windowAt(group) + limb - windowStart : wides.at(group) + limb;
        for (int i = 0; i < count; i++) {
            Limbs.add(target, at + i, 0, number.word(i));
        }
        addPending(1);
    }

    /// Forgets all groups.
    public void clear() {
        windows.clear();
        flags.clear();
        wides.clear();
        groupCount = 0;
        windowStart = -1;
        pending = 0;
    }

    @Override
    public void close() {
        windows.close();
        flags.close();
        wides.close();
    }
}
