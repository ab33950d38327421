package dev.sheaf.expr.temporal;

import dev.sheaf.expr.Function;
import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Intervals added, subtracted, or multiplied by a whole number, part by part.
public final class IntervalArithmetic implements Node {
    private final BoundExpr.Call call;
    private final Node left;
    private final Node right;
    private final Vector.Intervals out = new Vector.Intervals();

    public IntervalArithmetic(BoundExpr.Call call, Node left, Node right) {
        this.call = call;
        this.left = left;
        this.right = right;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(left, right, chunk, active, out.valid());
        for (int word = 0; word < chunk.words(); word++) {
            for (long rows = out.valid()[word] & active[word]; rows != 0; rows &= rows - 1) {
                compute((word << 6) + Long.numberOfTrailingZeros(rows));
            }
        }
    }

    private void compute(int row) {
        Vector.Intervals a = (Vector.Intervals) left.vector();
        try {
            switch (right.vector()) {
                case Vector.Intervals b when call.function() == Function.ADD -> add(a, b, row);
                case Vector.Intervals b -> subtract(a, b, row);
                case Vector.Longs factors -> multiply(a, factors.values()[row], row);
                default -> throw new AssertionError(call);
            }
        } catch (ArithmeticException overflow) {
            throw Overflows.of(call.text(), "a part of the result", call.type());
        }
    }

    private void add(Vector.Intervals a, Vector.Intervals b, int row) {
        out.months()[row] = Math.addExact(a.months()[row], b.months()[row]);
        out.days()[row] = Math.addExact(a.days()[row], b.days()[row]);
        out.nanos()[row] = Math.addExact(a.nanos()[row], b.nanos()[row]);
    }

    private void subtract(Vector.Intervals a, Vector.Intervals b, int row) {
        out.months()[row] = Math.subtractExact(a.months()[row], b.months()[row]);
        out.days()[row] = Math.subtractExact(a.days()[row], b.days()[row]);
        out.nanos()[row] = Math.subtractExact(a.nanos()[row], b.nanos()[row]);
    }

    private void multiply(Vector.Intervals a, long factor, int row) {
        out.months()[row] = Math.toIntExact(Math.multiplyExact(a.months()[row], factor));
        out.days()[row] = Math.toIntExact(Math.multiplyExact(a.days()[row], factor));
        out.nanos()[row] = Math.multiplyExact(a.nanos()[row], factor);
    }
}
