package dev.sheaf.expr.temporal;

import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Negation of intervals, part by part.
public final class IntervalUnary implements Node {
    private final BoundExpr.Call call;
    private final Node input;
    private final Vector.Intervals out = new Vector.Intervals();

    public IntervalUnary(BoundExpr.Call call, Node input) {
        this.call = call;
        this.input = input;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Intervals values = (Vector.Intervals) Operands.values(input, chunk, active, out.valid());
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                negate(values, row);
            }
        }
    }

    private void negate(Vector.Intervals values, int row) {
        try {
            out.months()[row] = Math.negateExact(values.months()[row]);
            out.days()[row] = Math.negateExact(values.days()[row]);
            out.nanos()[row] = Math.negateExact(values.nanos()[row]);
        } catch (ArithmeticException overflow) {
            throw Overflows.of(call.text(), "a part of the result", call.type());
        }
    }
}
