package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.Int128;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.math.BigInteger;

/// `+ - * // %` on decimals whose result needs 128 bits.
public final class WideArithmetic implements Node {
    /// Results up to 2^126 have at most 38 digits.
    private static final int SAFE_BITS = 126;

    private final BoundExpr.Call call;
    private final Node left;
    private final Node right;
    private final Vector.Wides a = new Vector.Wides();
    private final Vector.Wides b = new Vector.Wides();
    private final Vector.Wides out = new Vector.Wides();
    private final boolean capped;

    public WideArithmetic(BoundExpr.Call call, Node left, Node right) {
        this.call = call;
        this.left = left;
        this.right = right;
        this.capped = ((DecimalType) call.type()).precision() == DecimalType.MAX_PRECISION;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(left, right, chunk, active, out.valid());
        if (call.function() == Function.MODULO || call.function() == Function.INT_DIVIDE) {
            divide(chunk, active);
            return;
        }
        int rows = chunk.rows();
        if (call.function() == Function.MULTIPLY
                && left.vector() instanceof Vector.Longs x
                && right.vector() instanceof Vector.Longs y) {
            WideLoops.multiply(x.values(), y.values(), out, rows);
            return;
        }
        Vector.Wides x = widened(left.vector(), a, rows);
        Vector.Wides y = widened(right.vector(), b, rows);
        compute(x, y, rows);
        if (capped && mayOverflow(x, y, active, rows)) {
            raiseIfVisible(x, y, chunk, active);
        }
    }

    private static Vector.Wides widened(Vector vector, Vector.Wides scratch, int rows) {
        if (vector instanceof Vector.Longs longs) {
            WideLoops.extend(longs.values(), scratch, rows);
            return scratch;
        }
        return (Vector.Wides) vector;
    }

    private void compute(Vector.Wides x, Vector.Wides y, int rows) {
        switch (call.function()) {
            case ADD -> WideLoops.add(x, y, out, rows);
            case SUBTRACT -> WideLoops.subtract(x, y, out, rows);
            case MULTIPLY -> WideLoops.multiply(x, y, out, rows);
            default -> throw new AssertionError(call.function());
        }
    }

    private boolean mayOverflow(Vector.Wides x, Vector.Wides y, long[] active, int rows) {
        int xBits = WideLoops.magnitudeBits(x, out.valid(), active, rows);
        int yBits = WideLoops.magnitudeBits(y, out.valid(), active, rows);
        int bits = call.function() == Function.MULTIPLY ? xBits + yBits : Math.max(xBits, yBits) + 1;
        return bits > SAFE_BITS;
    }

    private void raiseIfVisible(Vector.Wides x, Vector.Wides y, Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                Overflows.check(call, exact(x, row), exact(y, row));
            }
        }
    }

    public static BigInteger exact(Vector.Wides values, int row) {
        return Int128.toBigInteger(values.high()[row], values.low()[row]);
    }

    private void divide(Chunk chunk, long[] active) {
        Vector.Wides x = (Vector.Wides) left.vector();
        Vector.Wides y = (Vector.Wides) right.vector();
        for (int row = 0; row < chunk.rows(); row++) {
            if (!Bitmaps.isSet(out.valid(), row) || !Bitmaps.isSet(active, row)) {
                continue;
            }
            if ((y.high()[row] | y.low()[row]) == 0) {
                out.valid()[row >>> 6] &= ~(1L << row);
            } else if (isLong(x, row) && isLong(y, row)) {
                divideLongs(x.low()[row], y.low()[row], row);
            } else {
                divideExactly(exact(x, row), exact(y, row), row);
            }
        }
    }

    /// The least long has no place here: divided by -1 it is one more than the greatest.
    private static boolean isLong(Vector.Wides values, int row) {
        long low = values.low()[row];
        return values.high()[row] == low >> 63 && low != Long.MIN_VALUE;
    }

    private void divideLongs(long x, long y, int row) {
        long result = call.function() == Function.MODULO ? x % y : x / y;
        out.high()[row] = result >> 63;
        out.low()[row] = result;
    }

    private void divideExactly(BigInteger x, BigInteger y, int row) {
        BigInteger result = call.function() == Function.MODULO ? x.remainder(y) : x.divide(y);
        out.high()[row] = Int128.highWord(result);
        out.low()[row] = result.longValue();
    }
}
