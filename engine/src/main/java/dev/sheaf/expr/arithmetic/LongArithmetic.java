package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Ranges;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.math.BigInteger;

/// `+ - * // %` on whole numbers and decimals whose operands and result fit 64 bits.
public final class LongArithmetic implements Node {
    private final BoundExpr.Call call;
    private final Node left;
    private final Node right;
    private final long[] a;
    private final long[] b;
    private final Vector.Longs out = new Vector.Longs();
    private final boolean unsigned;
    private final boolean narrow;
    private final long least;
    private final long most;

    public LongArithmetic(BoundExpr.Call call, Node left, Node right) {
        this.call = call;
        this.left = left;
        this.right = right;
        this.a = ((Vector.Longs) left.vector()).values();
        this.b = ((Vector.Longs) right.vector()).values();
        this.unsigned = call.type().equals(DataType.UINT64);
        this.narrow = Ranges.isNarrow(call.type());
        this.least = Ranges.least(call.type()).longValue();
        this.most = Ranges.greatest(call.type()).longValue();
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(left, right, chunk, active, out.valid());
        long overflow = unsigned ? computeUnsigned(chunk.rows()) : compute(chunk.rows());
        if (narrow) {
            overflow |= LongLoops.outside(out.values(), least, most, chunk.rows());
        }
        if (call.function() == Function.INT_DIVIDE || call.function() == Function.MODULO) {
            LongLoops.dropZeros(b, out.valid(), chunk.words());
        }
        if (overflow < 0) {
            raiseIfVisible(chunk, active);
        }
    }

    private long compute(int rows) {
        return switch (call.function()) {
            case ADD -> LongLoops.add(a, b, out.values(), rows);
            case SUBTRACT -> LongLoops.subtract(a, b, out.values(), rows);
            case MULTIPLY -> LongLoops.multiply(a, b, out.values(), rows);
            case INT_DIVIDE -> LongLoops.divide(a, b, out.values(), rows);
            case MODULO -> LongLoops.remainder(a, b, out.values(), rows);
            default -> throw new AssertionError(call.function());
        };
    }

    private long computeUnsigned(int rows) {
        return switch (call.function()) {
            case ADD -> LongLoops.addUnsigned(a, b, out.values(), rows);
            case SUBTRACT -> LongLoops.subtractUnsigned(a, b, out.values(), rows);
            case MULTIPLY -> LongLoops.multiplyUnsigned(a, b, out.values(), rows);
            case INT_DIVIDE -> LongLoops.divideUnsigned(a, b, out.values(), rows);
            case MODULO -> LongLoops.remainderUnsigned(a, b, out.values(), rows);
            default -> throw new AssertionError(call.function());
        };
    }

    /// A row may have overflowed that is null or not wanted; only others are errors.
    private void raiseIfVisible(Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                BigInteger x = exact(a[row]);
                BigInteger y = exact(b[row]);
                Overflows.check(call, x, y);
            }
        }
    }

    private BigInteger exact(long value) {
        return unsigned ? new BigInteger(Long.toUnsignedString(value)) : BigInteger.valueOf(value);
    }
}
