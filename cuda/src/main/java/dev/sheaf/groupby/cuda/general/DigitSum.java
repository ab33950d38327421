package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Int128;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;

/// A sum of whole numbers put together from the sums of their 32-bit digits: three words, enough for any.
final class DigitSum {
    private static final BigInteger DECIMAL_LIMIT = BigInteger.TEN.pow(DataType.DecimalType.MAX_PRECISION);

    private final List<MemorySegment> digits;
    private final boolean signed;
    private long low;
    private long high;
    private long top;

    DigitSum(List<Buffer> digits, boolean signed) {
        this.digits = digits.stream().map(Buffer::segment).toList();
        this.signed = signed;
    }

    /// Puts the sum of a group together.
    void read(int group) {
        low = 0;
        high = 0;
        top = 0;
        for (int digit = 0; digit < digits.size(); digit++) {
            long word = digits.get(digit).getAtIndex(JAVA_LONG, group);
            boolean isSigned = digit == digits.size() - 1 && signed;
            add(word, isSigned ? word >> 63 : 0, digit);
        }
    }

    /// Adds `word`, whose sign is `sign`, times 2^(32 * digit).
    private void add(long word, long sign, int digit) {
        boolean odd = (digit & 1) != 0;
        long first = odd ? word << 32 : word;
        long second = odd ? (word >>> 32) | (sign << 32) : sign;
        if (digit < 2) {
            long carry = addLow(first);
            carry = addHigh(carry) + addHigh(second);
            top += sign + carry;
        } else {
            long carry = addHigh(first);
            top += second + carry;
        }
    }

    private long addLow(long word) {
        low += word;
        return Long.compareUnsigned(low, word) < 0 ? 1 : 0;
    }

    private long addHigh(long word) {
        high += word;
        return Long.compareUnsigned(high, word) < 0 ? 1 : 0;
    }

    long low() {
        return low;
    }

    long high() {
        return high;
    }

    boolean fitsInt64() {
        return high == low >> 63 && top == high;
    }

    boolean fitsUint64() {
        return high == 0 && top == 0;
    }

    /// Whether it has at most 38 digits.
    boolean fitsDecimal() {
        return fitsInt64()
                || (top == high >> 63 && Int128.toBigInteger(high, low).abs().compareTo(DECIMAL_LIMIT) < 0);
    }

    BigInteger exact() {
        return BigInteger.valueOf(top)
                .shiftLeft(2 * Long.SIZE)
                .add(Int128.toBigInteger(0, high).shiftLeft(Long.SIZE))
                .add(Int128.toBigInteger(0, low));
    }
}
