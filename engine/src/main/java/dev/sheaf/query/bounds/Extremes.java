package dev.sheaf.query.bounds;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Vector;
import java.util.Optional;

/// The least and the greatest value of one vector after another.
abstract class Extremes {
    /// Takes the valid rows of the vector, of which there is at least one.
    abstract void add(Chunk chunk);

    /// A bound below all values, if there is one.
    abstract Optional<Object> min();

    /// A bound above all values but NaN, if there is one.
    abstract Optional<Object> max();

    /// Whether some value was NaN.
    boolean hasNan() {
        return false;
    }

    /// How long texts are.
    TextLengths lengths() {
        return TextLengths.UNKNOWN;
    }

    /// Of values that have no order here.
    static final class None extends Extremes {
        @Override
        void add(Chunk chunk) {}

        @Override
        Optional<Object> min() {
            return Optional.empty();
        }

        @Override
        Optional<Object> max() {
            return Optional.empty();
        }
    }

    /// Bools.
    static final class Bits extends Extremes {
        private final boolean isBool;
        private final Vector.Bits vector;
        private boolean hasFalse;
        private boolean hasTrue;

        Bits(DataType type, Vector.Bits vector) {
            this.isBool = type.equals(DataType.BOOL);
            this.vector = vector;
        }

        @Override
        void add(Chunk chunk) {
            for (int word = 0; word < chunk.words(); word++) {
                hasTrue |= (vector.valid()[word] & vector.values()[word]) != 0;
                hasFalse |= (vector.valid()[word] & ~vector.values()[word]) != 0;
            }
        }

        @Override
        Optional<Object> min() {
            return isBool && (hasFalse || hasTrue) ? Optional.of(!hasFalse) : Optional.empty();
        }

        @Override
        Optional<Object> max() {
            return isBool && (hasFalse || hasTrue) ? Optional.of(hasTrue) : Optional.empty();
        }
    }
}
