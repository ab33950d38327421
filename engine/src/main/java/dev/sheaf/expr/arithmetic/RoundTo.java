package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Ranges;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// ROUND to a number of decimals that may be negative: of floats and integers.
public final class RoundTo implements Node {
    private final BoundExpr.Call call;
    private final Node input;
    private final Node decimals;
    private final Vector out;
    private final boolean single;

    public RoundTo(BoundExpr.Call call, Node input, Node decimals) {
        this.call = call;
        this.input = input;
        this.decimals = decimals;
        this.out = Vector.of(call.type());
        this.single = call.type().equals(DataType.FLOAT32);
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.evaluate(input, decimals, chunk, active, out.valid());
        long[] places = ((Vector.Longs) decimals.vector()).values();
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                round(row, (int) places[row]);
            }
        }
    }

    private void round(int row, int places) {
        if (out instanceof Vector.Doubles doubles) {
            double rounded = DoubleLoops.round(((Vector.Doubles) input.vector()).values()[row], places);
            doubles.values()[row] = single ? (float) rounded : rounded;
            return;
        }
        long value = ((Vector.Longs) input.vector()).values()[row];
        ((Vector.Longs) out).values()[row] = places >= 0 || value == 0 ? value : whole(value, places);
    }

    private long whole(long value, int places) {
        boolean unsigned = call.type().equals(DataType.UINT64);
        BigInteger exact = unsigned ? new BigInteger(Long.toUnsignedString(value)) : BigInteger.valueOf(value);
        if (-(long) places > exact.toString().length()) {
            return 0;
        }
        BigInteger rounded =
                new BigDecimal(exact).setScale(places, RoundingMode.HALF_UP).toBigInteger();
        if (!Ranges.holds(call.type(), rounded)) {
            throw Overflows.of(call.text(), rounded.toString(), call.type());
        }
        return rounded.longValue();
    }
}
