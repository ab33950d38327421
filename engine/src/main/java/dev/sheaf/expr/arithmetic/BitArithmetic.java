package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType.IntType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Bits;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// `& | xor << >>` on whole numbers of up to 64 bits.
public final class BitArithmetic implements Node {
    private final BoundExpr.Call call;
    private final IntType type;
    private final Node left;
    private final Node right;
    private final long[] a;
    private final long[] b;
    private final Vector.Longs out = new Vector.Longs();

    public BitArithmetic(BoundExpr.Call call, Node left, Node right) {
        this.call = call;
        this.type = (IntType) call.type();
        this.left = left;
        this.right = right;
        this.a = ((Vector.Longs) left.vector()).values();
        this.b = ((Vector.Longs) right.vector()).values();
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(left, right, chunk, active, out.valid());
        long[] result = out.values();
        int rows = chunk.rows();
        switch (call.function()) {
            case BIT_AND -> and(result, rows);
            case BIT_OR -> or(result, rows);
            case BIT_XOR -> xor(result, rows);
            default -> shift(result, active, rows);
        }
    }

    private void and(long[] result, int rows) {
        for (int row = 0; row < rows; row++) {
            result[row] = a[row] & b[row];
        }
    }

    private void or(long[] result, int rows) {
        for (int row = 0; row < rows; row++) {
            result[row] = a[row] | b[row];
        }
    }

    private void xor(long[] result, int rows) {
        for (int row = 0; row < rows; row++) {
            result[row] = a[row] ^ b[row];
        }
    }

    /// Only rows that are wanted may fail.
    private void shift(long[] result, long[] active, int rows) {
        Function function = call.function();
        for (int row = 0; row < rows; row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                result[row] = Bits.compute(function, type, a[row], b[row]);
            }
        }
    }
}
