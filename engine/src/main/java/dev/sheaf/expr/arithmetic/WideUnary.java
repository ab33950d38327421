package dev.sheaf.expr.arithmetic;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Negation and absolute value of 128-bit decimals, which always fit.
public final class WideUnary implements Node {
    private final boolean absolute;
    private final Node input;
    private final Vector.Wides out = new Vector.Wides();

    public WideUnary(BoundExpr.Call call, Node input) {
        this.absolute = call.function() == Function.ABS;
        this.input = input;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Wides values = (Vector.Wides) Operands.values(input, chunk, active, out.valid());
        for (int row = 0; row < chunk.rows(); row++) {
            long flip = absolute ? values.high()[row] >> 63 : -1;
            long low = (values.low()[row] ^ flip) - flip;
            long carry = flip != 0 && low == 0 ? 1 : 0;
            out.low()[row] = low;
            out.high()[row] = (values.high()[row] ^ flip) + carry;
        }
    }
}
