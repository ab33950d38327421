package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// SIGN: -1, 0 or 1; 0 for NaN.
public final class SignNode implements Node {
    private final Node input;
    private final boolean unsigned;
    private final Vector.Longs out = new Vector.Longs();

    public SignNode(BoundExpr.Call call, Node input) {
        this.input = input;
        this.unsigned = call.argument(0).type().equals(DataType.UINT64);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        switch (Operands.values(input, chunk, active, out.valid())) {
            case Vector.Longs longs -> ofLongs(longs.values(), chunk.rows());
            case Vector.Doubles doubles -> ofDoubles(doubles.values(), chunk.rows());
            case Vector.Wides wides -> ofWides(wides, chunk.rows());
            case Vector.Bits _, Vector.Texts _, Vector.Intervals _, Vector.Nested _ -> throw new AssertionError(input);
        }
    }

    private void ofLongs(long[] values, int rows) {
        for (int row = 0; row < rows; row++) {
            out.values()[row] = unsigned ? (values[row] == 0 ? 0 : 1) : Long.signum(values[row]);
        }
    }

    private void ofDoubles(double[] values, int rows) {
        for (int row = 0; row < rows; row++) {
            out.values()[row] = values[row] > 0 ? 1 : values[row] < 0 ? -1 : 0;
        }
    }

    private void ofWides(Vector.Wides values, int rows) {
        for (int row = 0; row < rows; row++) {
            long low = values.low()[row] == 0 ? 0 : 1;
            out.values()[row] = values.high()[row] == 0 ? low : Long.signum(values.high()[row]);
        }
    }
}
