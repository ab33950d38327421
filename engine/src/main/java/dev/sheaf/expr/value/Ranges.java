package dev.sheaf.expr.value;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.IntType;
import java.math.BigInteger;
import java.util.stream.IntStream;

/// The least and greatest whole number that a type holds, of a decimal unscaled.
public final class Ranges {
    private static final BigInteger TWO = BigInteger.TWO;

    /// By precision, since casts of many digits ask for them in each row.
    private static final BigInteger[] GREATEST = IntStream.rangeClosed(0, DecimalType.MAX_PRECISION)
            .mapToObj(precision -> BigInteger.TEN.pow(precision).subtract(BigInteger.ONE))
            .toArray(BigInteger[]::new);

    private Ranges() {}

    public static BigInteger least(DataType type) {
        return switch (type) {
            case IntType(int bits, boolean signed) -> signed ? TWO.pow(bits - 1).negate() : BigInteger.ZERO;
            case DecimalType decimal -> greatest(decimal).negate();
            default -> TWO.pow(8 * type.layout().byteWidth() - 1).negate();
        };
    }

    public static BigInteger greatest(DataType type) {
        return switch (type) {
            case IntType(int bits, boolean signed) ->
                TWO.pow(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
            case DecimalType(int precision, int _) -> GREATEST[precision];
            default -> TWO.pow(8 * type.layout().byteWidth() - 1).subtract(BigInteger.ONE);
        };
    }

    public static boolean holds(DataType type, BigInteger value) {
        return least(type).compareTo(value) <= 0 && value.compareTo(greatest(type)) <= 0;
    }

    /// Whether longs can hold values that the type does not: false for int64 and uint64.
    public static boolean isNarrow(DataType type) {
        return greatest(type).bitLength() < 63;
    }
}
