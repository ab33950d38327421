package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.arithmetic.DoubleLoops;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Casts between float32 and float64. A finite float64 beyond float32 does not convert.
public final class DoubleCast implements Node {
    private final BoundExpr.Cast cast;
    private final Node input;
    private final Vector.Doubles out = new Vector.Doubles();

    public DoubleCast(BoundExpr.Cast cast, Node input) {
        this.cast = cast;
        this.input = input;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        double[] from = ((Vector.Doubles) Operands.values(input, chunk, active, out.valid())).values();
        System.arraycopy(from, 0, out.values(), 0, chunk.rows());
        if (cast.type().equals(DataType.FLOAT32)) {
            DoubleLoops.toSingle(out.values(), chunk.rows());
            checkRange(from, chunk, active);
        }
    }

    private void checkRange(double[] from, Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            boolean lost = Double.isInfinite(out.values()[row]) && !Double.isInfinite(from[row]);
            if (lost && Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                CastErrors.fail(cast, out, row, String.valueOf(from[row]));
            }
        }
    }
}
