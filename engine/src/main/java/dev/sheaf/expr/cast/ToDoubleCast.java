package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.arithmetic.DoubleLoops;
import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.arithmetic.WideLoops;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.CommonType;
import dev.sheaf.expr.value.Powers;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorValues;
import java.math.BigDecimal;

/// Casts of integers and decimals to floats, to the nearest. Decimals go to float32 by way of float64.
public final class ToDoubleCast implements Node {
    /// Integers of so many bits, and powers of ten up to [#EXACT_SCALE], are exact as doubles; their quotient is
    /// then rounded once.
    private static final int EXACT_BITS = 53;

    private static final int EXACT_SCALE = 22;

    private final DataType from;
    private final boolean single;
    private final int scale;
    private final Node input;
    private final Vector.Doubles out = new Vector.Doubles();
    private final long[] low;

    public ToDoubleCast(BoundExpr.Cast cast, Node input) {
        this.from = cast.input().type();
        this.single = cast.type().equals(DataType.FLOAT32);
        this.scale = CommonType.asDecimal(from).scale();
        this.input = input;
        this.low = new long[input.vector() instanceof Vector.Wides ? Chunk.ROWS : 0];
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        switch (Operands.values(input, chunk, active, out.valid())) {
            case Vector.Longs longs when from.isInteger() -> integers(longs.values(), chunk.rows());
            case Vector.Longs longs -> decimals(longs.values(), chunk, active);
            case Vector.Wides wides
            when WideLoops.narrow(wides, out.valid(), active, low, chunk.rows()) -> decimals(low, chunk, active);
            default -> eachRow(chunk, active);
        }
        if (single) {
            DoubleLoops.toSingle(out.values(), chunk.rows());
        }
    }

    private void decimals(long[] unscaled, Chunk chunk, long[] active) {
        if (scale <= EXACT_SCALE && isExact(unscaled, chunk.rows())) {
            CastLoops.toDoubles(unscaled, out.values(), chunk.rows());
            CastLoops.divide(out.values(), Powers.doubleTen(scale), chunk.rows());
        } else {
            eachRow(chunk, active);
        }
    }

    private static boolean isExact(long[] values, int rows) {
        return LongLoops.magnitudeBits(values, rows) <= EXACT_BITS;
    }

    private void integers(long[] values, int rows) {
        if (from.equals(DataType.UINT64)) {
            CastLoops.unsignedToDoubles(values, out.values(), rows);
        } else if (single) {
            CastLoops.toFloats(values, out.values(), rows);
        } else {
            CastLoops.toDoubles(values, out.values(), rows);
        }
    }

    private void eachRow(Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                out.values()[row] = new BigDecimal(VectorValues.whole(input.vector(), row), scale).doubleValue();
            }
        }
    }
}
