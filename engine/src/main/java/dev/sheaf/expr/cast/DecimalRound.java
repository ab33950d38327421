package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.arithmetic.WideLoops;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.Powers;
import dev.sheaf.expr.value.Ranges;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import dev.sheaf.expr.vector.VectorValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// ROUND, FLOOR, CEIL and TRUNC of decimals, to the scale of the result or, for a negative number of decimals, to
/// tens, hundreds and so on.
public final class DecimalRound implements Node {
    private final BoundExpr.Call call;
    private final Node input;
    private final Vector out;
    private final int scaleFrom;
    private final int scaleTo;
    private final int places;
    private final boolean nullPlaces;
    private final RoundingMode mode;
    private final long[] low;

    public DecimalRound(BoundExpr.Call call, Node input) {
        this.call = call;
        this.input = input;
        this.low = new long[input.vector() instanceof Vector.Wides ? Chunk.ROWS : 0];
        this.out = Vector.of(call.type());
        this.scaleFrom = ((DecimalType) call.argument(0).type()).scale();
        this.scaleTo = ((DecimalType) call.type()).scale();
        this.nullPlaces = call.arguments().size() == 2 && call.argument(1).isNull();
        this.places =
                call.arguments().size() == 2 && call.argument(1) instanceof BoundExpr.Constant(Integer asked, var _)
                        ? Math.min(asked, scaleTo)
                        : 0;
        this.mode = switch (call.function()) {
            case FLOOR -> RoundingMode.FLOOR;
            case CEIL -> RoundingMode.CEILING;
            case TRUNC -> RoundingMode.DOWN;
            default -> RoundingMode.HALF_UP;
        };
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector values = Operands.values(input, chunk, active);
        if (nullPlaces) {
            Bitmaps.clear(out.valid(), chunk.words());
            return;
        }
        Bitmaps.copy(values.valid(), out.valid(), chunk.words());
        boolean inLongs = places >= 0 && scaleFrom - scaleTo <= Powers.MAX_LONG;
        if (!(inLongs && fast(chunk.rows(), active))) {
            eachRow(chunk, active);
        }
    }

    /// Whether every number fits a long, and so does the rounded one.
    private boolean fast(int rows, long[] active) {
        long[] from;
        switch (input.vector()) {
            case Vector.Longs longs -> from = longs.values();
            case Vector.Wides wides when WideLoops.narrow(wides, out.valid(), active, low, rows) -> from = low;
            default -> {
                return false;
            }
        }
        switch (out) {
            case Vector.Longs to -> roundLongs(from, to.values(), rows);
            case Vector.Wides to -> {
                roundLongs(from, to.low(), rows);
                WideLoops.extend(to.low(), to, rows);
            }
            default -> throw new AssertionError(call.type());
        }
        return true;
    }

    private void roundLongs(long[] from, long[] to, int rows) {
        long divisor = Powers.longTen(scaleFrom - scaleTo);
        switch (mode) {
            case FLOOR -> LongLoops.floorDivide(from, divisor, to, rows);
            case CEILING -> CastLoops.ceilDivide(from, divisor, to, rows);
            case DOWN -> LongLoops.divide(from, divisor, to, rows);
            default -> CastLoops.divide(from, divisor, to, rows);
        }
    }

    private void eachRow(Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(out.valid(), row) && Bitmaps.isSet(active, row)) {
                VectorValues.store(out, row, rounded(VectorValues.whole(input.vector(), row)));
            }
        }
    }

    private BigInteger rounded(BigInteger unscaled) {
        BigInteger result = new BigDecimal(unscaled, scaleFrom)
                .setScale(Math.max(places, -DecimalType.MAX_PRECISION - 1), mode)
                .setScale(scaleTo, RoundingMode.UNNECESSARY)
                .unscaledValue();
        if (!Ranges.holds(call.type(), result)) {
            throw Overflows.of(call.text(), Overflows.shown(result, call.type()), call.type());
        }
        return result;
    }
}
