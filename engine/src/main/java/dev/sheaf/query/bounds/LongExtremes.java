package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import java.util.Optional;

/// The least and greatest of integers, decimals, dates and times. Unsigned integers of 64 bits have their first
/// bit turned, so that the order of signed ones is theirs.
final class LongExtremes extends Extremes {
    private final DataType type;
    private final Vector.Longs vector;
    private final long turned;
    private long least = Long.MAX_VALUE;
    private long greatest = Long.MIN_VALUE;

    LongExtremes(DataType type, Vector.Longs vector) {
        this.type = type;
        this.vector = vector;
        this.turned = type instanceof DataType.IntType(int bits, boolean signed) && bits == Long.SIZE && !signed
                ? Long.MIN_VALUE
                : 0;
    }

    @Override
    void add(Chunk chunk) {
        if (Bitmaps.count(vector.valid(), chunk.words()) == chunk.rows()) {
            addAll(chunk.rows());
            return;
        }
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(vector.valid(), row)) {
                long value = vector.values()[row] ^ turned;
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }
    }

    private void addAll(int rows) {
        long[] values = vector.values();
        long low = least;
        long high = greatest;
        for (int row = 0; row < rows; row++) {
            low = Math.min(low, values[row] ^ turned);
            high = Math.max(high, values[row] ^ turned);
        }
        least = low;
        greatest = high;
    }

    @Override
    Optional<Object> min() {
        return least > greatest ? Optional.empty() : BoundValue.whole(type, least ^ turned);
    }

    @Override
    Optional<Object> max() {
        return least > greatest ? Optional.empty() : BoundValue.whole(type, greatest ^ turned);
    }
}
