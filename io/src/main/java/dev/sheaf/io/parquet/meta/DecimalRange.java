package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Int128;
import dev.sheaf.io.parquet.bytes.MalformedPageException;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/// The unscaled values that a decimal of some precision can have. Files may hold others, which nothing later on
/// expects.
public final class DecimalRange {
    private final DataType.DecimalType type;
    private final long high;
    private final long low;

    public DecimalRange(DataType.DecimalType type) {
        BigInteger greatest = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
        this.type = type;
        this.high = Int128.highWord(greatest);
        this.low = greatest.longValue();
    }

    /// @throws MalformedPageException if one of `count` values from byte `at` on is outside
    public void check(ByteBuffer values, int at, int count) {
        boolean inside = switch (type.bits()) {
            case 32 -> intsInside(values, at, count, (int) low);
            case 64 -> longsInside(values, at, count, low);
            default -> mostHighWord(values, at, count) < high || wordsInside(values, at, count);
        };
        if (!inside) {
            throw new MalformedPageException("a value of more than the " + type.precision() + " digits of a " + type);
        }
    }

    private static boolean intsInside(ByteBuffer values, int at, int count, int greatest) {
        int largest = 0;
        int smallest = 0;
        for (int i = 0; i < count; i++) {
            int value = values.getInt(at + i * Integer.BYTES);
            largest = Math.max(largest, value);
            smallest = Math.min(smallest, value);
        }
        return largest <= greatest && smallest >= -greatest;
    }

    private static boolean longsInside(ByteBuffer values, int at, int count, long greatest) {
        long largest = 0;
        long smallest = 0;
        for (int i = 0; i < count; i++) {
            long value = values.getLong(at + i * Long.BYTES);
            largest = Math.max(largest, value);
            smallest = Math.min(smallest, value);
        }
        return largest <= greatest && smallest >= -greatest;
    }

    /// The greatest high word of a value, or of the complement of a negative one: as a rule that tells enough.
    private static long mostHighWord(ByteBuffer values, int at, int count) {
        long most = 0;
        for (int i = 0; i < count; i++) {
            long word = values.getLong(at + i * 16 + Long.BYTES);
            most = Math.max(most, word ^ (word >> (Long.SIZE - 1)));
        }
        return most;
    }

    private boolean wordsInside(ByteBuffer values, int at, int count) {
        long leastHigh = ~high + (low == 0 ? 1 : 0);
        for (int i = 0; i < count; i++) {
            long valueLow = values.getLong(at + i * 16);
            long valueHigh = values.getLong(at + i * 16 + Long.BYTES);
            if (Int128.compare(valueHigh, valueLow, high, low) > 0
                    || Int128.compare(valueHigh, valueLow, leastHigh, -low) < 0) {
                return false;
            }
        }
        return true;
    }
}
