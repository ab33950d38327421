package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import java.util.Optional;

/// The least and greatest of floating numbers, without NaN.
final class DoubleExtremes extends Extremes {
    private final boolean single;
    private final Vector.Doubles vector;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;
    private boolean nan;

    DoubleExtremes(DataType type, Vector.Doubles vector) {
        this.single = type instanceof DataType.FloatType(int bits) && bits == Float.SIZE;
        this.vector = vector;
    }

    @Override
    void add(Chunk chunk) {
        double[] values = vector.values();
        for (int row = 0; row < chunk.rows(); row++) {
            if (Bitmaps.isSet(vector.valid(), row)) {
                double value = values[row];
                nan |= Double.isNaN(value);
                least = value < least ? value : least;
                greatest = value > greatest ? value : greatest;
            }
        }
    }

    @Override
    Optional<Object> min() {
        return bound(least);
    }

    @Override
    Optional<Object> max() {
        return bound(greatest);
    }

    private Optional<Object> bound(double value) {
        return least > greatest ? Optional.empty() : Optional.of(single ? (Object) (float) value : (Object) value);
    }

    @Override
    boolean hasNan() {
        return nan;
    }
}
