package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Int128;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import java.math.BigDecimal;
import java.util.Optional;

/// The least and greatest of decimals of 128 bits.
final class WideExtremes extends Extremes {
    private final DataType type;
    private final Vector.Wides vector;
    private boolean any;
    private long leastHigh;
    private long leastLow;
    private long greatestHigh;
    private long greatestLow;

    WideExtremes(DataType type, Vector.Wides vector) {
        this.type = type;
        this.vector = vector;
    }

    @Override
    void add(Chunk chunk) {
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(vector.valid(), row)) {
                add(vector.high()[row], vector.low()[row]);
            }
        }
    }

    private void add(long high, long low) {
        if (!any || isLess(high, low, leastHigh, leastLow)) {
            leastHigh = high;
            leastLow = low;
        }
        if (!any || isLess(greatestHigh, greatestLow, high, low)) {
            greatestHigh = high;
            greatestLow = low;
        }
        any = true;
    }

    private static boolean isLess(long high, long low, long otherHigh, long otherLow) {
        return high != otherHigh ? high < otherHigh : Long.compareUnsigned(low, otherLow) < 0;
    }

    @Override
    Optional<Object> min() {
        return bound(leastHigh, leastLow);
    }

    @Override
    Optional<Object> max() {
        return bound(greatestHigh, greatestLow);
    }

    private Optional<Object> bound(long high, long low) {
        return any && type instanceof DataType.DecimalType decimal
                ? Optional.of(new BigDecimal(Int128.toBigInteger(high, low), decimal.scale()))
                : Optional.empty();
    }
}
