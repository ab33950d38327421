package dev.sheaf.expr.arithmetic;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.load.LongReader;
import dev.sheaf.expr.value.Ranges;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.math.BigInteger;

/// Negation and absolute value of whole numbers, decimals and durations of up to 64 bits.
public final class LongUnary implements Node {
    private final BoundExpr.Call call;
    private final Node input;
    private final long[] values;
    private final Vector.Longs out = new Vector.Longs();
    private final boolean unsigned;

    public LongUnary(BoundExpr.Call call, Node input) {
        this.call = call;
        this.input = input;
        this.values = ((Vector.Longs) input.vector()).values();
        this.unsigned = !LongReader.isSigned(call.type());
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Operands.values(input, chunk, active, out.valid());
        if (unsigned && call.function() == Function.ABS) {
            System.arraycopy(values, 0, out.values(), 0, chunk.rows());
            return;
        }
        long overflow = call.function() == Function.ABS
                ? LongLoops.abs(values, out.values(), chunk.rows())
                : LongLoops.negate(values, out.values(), chunk.rows());
        if (Ranges.isNarrow(call.type())) {
            long least = Ranges.least(call.type()).longValue();
            long most = Ranges.greatest(call.type()).longValue();
            overflow |= LongLoops.outside(out.values(), least, most, chunk.rows());
        }
        if (overflow < 0 || unsigned) {
            raiseIfVisible(chunk, active);
        }
    }

    private void raiseIfVisible(Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                check(values[row]);
            }
        }
    }

    private void check(long value) {
        DataType type = call.type();
        BigInteger exact =
                type.equals(DataType.UINT64) ? new BigInteger(Long.toUnsignedString(value)) : BigInteger.valueOf(value);
        BigInteger result = call.function() == Function.ABS ? exact.abs() : exact.negate();
        if (!Ranges.holds(type, result)) {
            throw Overflows.of(call.text(), Overflows.shown(result, type), type);
        }
    }
}
