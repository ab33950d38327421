package dev.sheaf.groupby.cpu.exact;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/// One exact sum on its way out of [ExactSums], into them, or to a result; and its form in states.
///
/// The sum is a two's complement number of words of 32 bits, of which those that only repeat the sign and the
/// zeros below are left out; so equal sums are equal words. As bytes: the number of the first word and the flags,
/// two bytes each, then the words, all little-endian; nothing at all for 0 without flags.
public final class ExactNumber {
    private static final int NAN = 1;
    private static final int POSITIVE_INFINITY = 2;
    private static final int NEGATIVE_INFINITY = 4;
    private static final int ALL_FLAGS = NAN | POSITIVE_INFINITY | NEGATIVE_INFINITY;
    private static final int HEAD = 4;

    /// Of the longest sum, that of products: from the least product's unit to the carries of the greatest.
    private static final int MOST_WORDS = 135;

    private static final int WORD_BITS = 32;
    private static final long WORD_MASK = 0xFFFF_FFFFL;

    /// Bits that decide a rounding: more than a double has by two, the last one telling whether any follow.
    private static final int KEPT_BITS = 62;

    private int[] words = new int[8];
    private int count;
    private int first;
    private int flags;

    /// What a value that is not finite does to the sum.
    static int flag(double value) {
        return Double.isNaN(value) ? NAN : value > 0 ? POSITIVE_INFINITY : NEGATIVE_INFINITY;
    }

    /// Takes limbs `from` to `to` whose carries wait, and leaves them changed; the others are 0.
    void set(long[] limbs, int from, int to, int specials) {
        flags = specials;
        long carry = 0;
        for (int i = from; i < to; i++) {
            long limb = limbs[i] + carry;
            limbs[i] = limb & WORD_MASK;
            carry = limb >> WORD_BITS;
        }
        first = from;
        while (first < to && limbs[first] == 0) {
            first++;
        }
        int end = to;
        while (end > first + 1 && (int) limbs[end - 1] == (int) limbs[end - 2] >> (WORD_BITS - 1)) {
            end--;
        }
        resize(end - first);
        first = count == 0 ? 0 : first;
        for (int i = 0; i < count; i++) {
            words[i] = (int) limbs[first + i];
        }
    }

    private void resize(int size) {
        words = words.length < size ? new int[size] : words;
        count = size;
    }

    /// The bytes of its form in states.
    public int byteSize() {
        return count == 0 && flags == 0 ? 0 : HEAD + count * Integer.BYTES;
    }

    public void write(MemorySegment bytes, long at) {
        if (byteSize() > 0) {
            bytes.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) first);
            bytes.set(ValueLayout.JAVA_SHORT_UNALIGNED, at + Short.BYTES, (short) flags);
            MemorySegment.copy(words, 0, bytes, ValueLayout.JAVA_INT_UNALIGNED, at + HEAD, count);
        }
    }

    /// Reads `size` bytes of a state. It may come from elsewhere, so a number that [#write] does not write is refused.
    ///
    /// @throws IllegalArgumentException if these bytes are no number
    public void read(MemorySegment bytes, long at, long size) {
        if (size == 0) {
            first = 0;
            flags = 0;
            resize(0);
            return;
        }
        check(size >= HEAD && size % Integer.BYTES == 0 && size <= HEAD + MOST_WORDS * (long) Integer.BYTES);
        first = bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
        flags = bytes.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + Short.BYTES);
        resize((int) (size - HEAD) / Integer.BYTES);
        MemorySegment.copy(bytes, ValueLayout.JAVA_INT_UNALIGNED, at + HEAD, words, 0, count);
        check(first >= 0 && first + count <= MOST_WORDS && flags >= 0 && flags <= ALL_FLAGS);
        check(count == 0 || words[0] != 0);
    }

    private static void check(boolean possible) {
        if (!possible) {
            throw new IllegalArgumentException(
                    "an exact sum of a state is no number; the state is damaged, make it anew from its rows");
        }
    }

    public int flags() {
        return flags;
    }

    int words() {
        return count;
    }

    int firstWord() {
        return first;
    }

    /// A word as what is added to a limb: the last one with its sign, the others without.
    long word(int index) {
        return index == count - 1 ? words[index] : words[index] & WORD_MASK;
    }

    /// What infinities and NaNs make of the sum: NaN, an infinity, or 0 when there were none.
    double special() {
        return switch (flags) {
            case 0 -> 0;
            case POSITIVE_INFINITY -> Double.POSITIVE_INFINITY;
            case NEGATIVE_INFINITY -> Double.NEGATIVE_INFINITY;
            default -> Double.NaN;
        };
    }

    /// The sum in units, infinities and NaNs left out.
    public BigInteger units() {
        if (count == 0) {
            return BigInteger.ZERO;
        }
        byte[] bytes = new byte[count * Integer.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            int word = words[count - 1 - i / Integer.BYTES];
            bytes[i] = (byte) (word >>> (Byte.SIZE * (Integer.BYTES - 1 - i % Integer.BYTES)));
        }
        return new BigInteger(bytes).shiftLeft(first * WORD_BITS);
    }

    /// The double nearest to the sum, of units of 2 to the power `unitExponent`.
    public double nearest(int unitExponent) {
        if (flags != 0) {
            return special();
        }
        if (count == 0) {
            return 0;
        }
        boolean negative = words[count - 1] < 0;
        if (negative) {
            negate();
        }
        int top = count - 1;
        while (words[top] == 0) {
            top--;
        }
        double rounded = nearestOfMagnitude(top, unitExponent + first * WORD_BITS);
        if (negative) {
            negate();
        }
        return negative ? -rounded : rounded;
    }

    /// From the 62 highest bits and whether there is anything below them.
    private double nearestOfMagnitude(int top, int exponent) {
        int length = WORD_BITS - Integer.numberOfLeadingZeros(words[top]);
        long bits = words[top] & WORD_MASK;
        int next = top - 1;
        for (; next >= 0 && length + WORD_BITS <= KEPT_BITS; next--, length += WORD_BITS) {
            bits = bits << WORD_BITS | (words[next] & WORD_MASK);
        }
        int bitsBelow = (next + 1) * WORD_BITS;
        if (next >= 0) {
            int taken = KEPT_BITS - length;
            long word = words[next] & WORD_MASK;
            bits = bits << taken | word >>> (WORD_BITS - taken);
            bitsBelow -= taken;
            boolean more = (word & ((1L << (WORD_BITS - taken)) - 1)) != 0;
            for (next--; next >= 0 && !more; next--) {
                more = words[next] != 0;
            }
            bits |= more ? 1 : 0;
        }
        return ExactRounding.round(bits, exponent + bitsBelow);
    }

    /// The magnitude of the least number has its sign bit set; it is read without a sign.
    private void negate() {
        long carry = 1;
        for (int i = 0; i < count; i++) {
            long word = (~words[i] & WORD_MASK) + carry;
            words[i] = (int) word;
            carry = word >>> WORD_BITS;
        }
    }
}
