package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.expr.arithmetic.DoubleLoops;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Powers;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorValues;
import java.math.BigDecimal;
import java.math.BigInteger;

/// Casts of floats to integers (half to even) and decimals (half away from zero, as DuckDB rounds them).
public final class FromDoubleCast implements Node {
    private static final double TWO_TO_63 = 0x1p63;

    private final BoundExpr.Cast cast;
    private final Node input;
    private final Vector out;

    public FromDoubleCast(BoundExpr.Cast cast, Node input) {
        this.cast = cast;
        this.input = input;
        this.out = Vector.of(cast.type());
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        double[] values = ((Vector.Doubles) Operands.values(input, chunk, active, out.valid())).values();
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                convert(values[row], row);
            }
        }
    }

    private void convert(double value, int row) {
        boolean stored = cast.type() instanceof DecimalType decimal
                ? decimal(value, decimal, row)
                : integer(value, (DataType.IntType) cast.type(), row);
        if (!stored) {
            CastErrors.fail(cast, out, row, String.valueOf(value));
        }
    }

    private boolean integer(double value, DataType.IntType type, int row) {
        double rounded = Math.rint(value);
        double end = type.signed() ? Math.scalb(1.0, type.bits() - 1) : Math.scalb(1.0, type.bits());
        boolean fits = rounded < end && rounded >= (type.signed() ? -end : 0);
        long[] target = ((Vector.Longs) out).values();
        target[row] = rounded >= TWO_TO_63 ? (long) (rounded - TWO_TO_63) ^ Long.MIN_VALUE : (long) rounded;
        return fits;
    }

    private boolean decimal(double value, DecimalType type, int row) {
        double scaled = DoubleLoops.round(value * Powers.doubleTen(type.scale()));
        if (!(Math.abs(scaled) < Powers.doubleTen(type.precision()))) {
            return false;
        }
        BigInteger unscaled = Math.abs(scaled) < TWO_TO_63
                ? BigInteger.valueOf((long) scaled)
                : new BigDecimal(scaled).toBigInteger();
        VectorValues.store(out, row, unscaled);
        return true;
    }
}
