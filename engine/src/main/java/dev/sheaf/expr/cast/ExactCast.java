package dev.sheaf.expr.cast;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.Int128;
import dev.sheaf.expr.arithmetic.LongLoops;
import dev.sheaf.expr.arithmetic.Overflows;
import dev.sheaf.expr.arithmetic.WideArithmetic;
import dev.sheaf.expr.arithmetic.WideLoops;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.value.CommonType;
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

/// Casts among integers and decimals. Digits that the target has no place for round half away from zero. Loops on
/// longs serve numbers that fit 64 bits whatever their type; loops on two words serve what only gains digits. Chunks
/// with a number that does not, or may not fit the target, are converted row by row.
public final class ExactCast implements Node {
    private final BoundExpr.Cast cast;
    private final Node input;
    private final Vector out;
    private final int scaleFrom;
    private final int scaleTo;
    private final boolean unsignedFrom;
    private final boolean widening;
    private final long factor;
    private final long least;
    private final long most;
    private final int safeBits;
    private final long[] low;

    public ExactCast(BoundExpr.Cast cast, Node input) {
        DecimalType from = CommonType.asDecimal(cast.input().type());
        DecimalType to = CommonType.asDecimal(cast.type());
        this.cast = cast;
        this.input = input;
        this.out = Vector.of(cast.type());
        this.scaleFrom = from.scale();
        this.scaleTo = to.scale();
        this.unsignedFrom = cast.input().type().equals(DataType.UINT64);
        this.widening = cast.type() instanceof DecimalType
                && from.precision() - from.scale() <= to.precision() - to.scale()
                && scaleTo >= scaleFrom;
        this.factor = Powers.longTen(Math.min(Powers.MAX_LONG, Math.abs(scaleTo - scaleFrom)));
        this.least = Ranges.least(cast.type()).longValue();
        this.most = cast.type().equals(DataType.UINT64)
                ? Long.MAX_VALUE
                : Ranges.greatest(cast.type()).longValue();
        this.safeBits = Ranges.greatest(cast.type()).bitLength() - 1;
        this.low = new long[input.vector() instanceof Vector.Wides ? Chunk.ROWS : 0];
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector values = Operands.values(input, chunk, active, out.valid());
        boolean inLoops = !unsignedFrom && Math.abs(scaleTo - scaleFrom) <= Powers.MAX_LONG;
        if (!(inLoops && fast(values, chunk.rows(), active))) {
            eachRow(chunk, active);
        }
    }

    /// Whether every row fitted.
    private boolean fast(Vector values, int rows, long[] active) {
        return switch (values) {
            case Vector.Longs from -> fast(from.values(), rows, active);
            case Vector.Wides from
            when WideLoops.narrow(from, out.valid(), active, low, rows) -> fast(low, rows, active);
            case Vector.Wides from
            when out instanceof Vector.Wides to && scaleTo >= scaleFrom -> up(from, to, rows, active);
            default -> false;
        };
    }

    private boolean fast(long[] from, int rows, long[] active) {
        return switch (out) {
            case Vector.Longs to -> scaleTo >= scaleFrom ? up(from, to.values(), rows) : down(from, to.values(), rows);
            case Vector.Wides to
            when scaleTo >= scaleFrom -> {
                CastLoops.multiply(from, factor, to, rows);
                yield widening || fits(to, rows, active);
            }
            case Vector.Wides to -> {
                CastLoops.divide(from, factor, to.low(), rows);
                WideLoops.extend(to.low(), to, rows);
                yield fits(to, rows, active);
            }
            default -> throw new AssertionError(cast.type());
        };
    }

    private boolean up(long[] from, long[] to, int rows) {
        long overflow = CastLoops.multiply(from, factor, to, rows);
        return (overflow | outside(to, rows)) >= 0;
    }

    private boolean down(long[] from, long[] to, int rows) {
        CastLoops.divide(from, factor, to, rows);
        return outside(to, rows) >= 0;
    }

    private long outside(long[] values, int rows) {
        return cast.type().equals(DataType.INT64) ? 0 : LongLoops.outside(values, least, most, rows);
    }

    /// A product of less than 2^127 is exact. What is widened is less, for its type has 38 digits at most.
    private boolean up(Vector.Wides from, Vector.Wides to, int rows, long[] active) {
        int bits = WideLoops.magnitudeBits(from, out.valid(), active, rows);
        boolean isExact = widening || bits + Long.SIZE - Long.numberOfLeadingZeros(factor) < 2 * Long.SIZE;
        if (isExact) {
            WideLoops.multiply(from, factor, to, rows);
        }
        return isExact && (widening || fits(to, rows, active));
    }

    /// Whether all have fewer bits than the greatest number of the type.
    private boolean fits(Vector.Wides values, int rows, long[] active) {
        return WideLoops.magnitudeBits(values, out.valid(), active, rows) <= safeBits;
    }

    private void eachRow(Chunk chunk, long[] active) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (!Bitmaps.isSet(out.valid(), row) || !Bitmaps.isSet(active, row)) {
                continue;
            }
            BigInteger value = value(row);
            BigInteger converted = new BigDecimal(value, scaleFrom)
                    .setScale(scaleTo, RoundingMode.HALF_UP)
                    .unscaledValue();
            if (Ranges.holds(cast.type(), converted)) {
                store(converted, row);
            } else {
                CastErrors.fail(
                        cast, out, row, Overflows.shown(value, cast.input().type()));
            }
        }
    }

    private BigInteger value(int row) {
        return switch (input.vector()) {
            case Vector.Longs longs ->
                unsignedFrom ? Int128.toBigInteger(0, longs.values()[row]) : BigInteger.valueOf(longs.values()[row]);
            case Vector.Wides wides -> WideArithmetic.exact(wides, row);
            default -> throw new AssertionError(cast.input().type());
        };
    }

    private void store(BigInteger value, int row) {
        VectorValues.store(out, row, value);
    }
}
