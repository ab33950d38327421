package dev.sheaf.expr.vector;

import dev.sheaf.column.Int128;
import java.math.BigInteger;

/// Single rows of vectors, for paths that are not worth a loop.
public final class VectorValues {
    private VectorValues() {}

    /// Stores a whole number that is known to fit.
    public static void store(Vector target, int row, BigInteger value) {
        switch (target) {
            case Vector.Longs longs -> longs.values()[row] = value.longValue();
            case Vector.Wides wides -> {
                wides.high()[row] = Int128.highWord(value);
                wides.low()[row] = value.longValue();
            }
            default -> throw new AssertionError(target);
        }
    }

    /// A signed whole number, or a decimal unscaled.
    public static BigInteger whole(Vector source, int row) {
        return switch (source) {
            case Vector.Longs longs -> BigInteger.valueOf(longs.values()[row]);
            case Vector.Wides wides -> Int128.toBigInteger(wides.high()[row], wides.low()[row]);
            default -> throw new AssertionError(source);
        };
    }

    public static void setNull(Vector target, int row) {
        target.valid()[row >>> 6] &= ~(1L << row);
    }
}
