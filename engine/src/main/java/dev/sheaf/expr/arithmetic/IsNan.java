package dev.sheaf.expr.arithmetic;

import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Whether a float is NaN.
public final class IsNan implements Node {
    private final Node input;
    private final Vector.Bits out = new Vector.Bits();

    public IsNan(Node input) {
        this.input = input;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        Vector.Doubles doubles = (Vector.Doubles) Operands.values(input, chunk, active, out.valid());
        for (int word = 0; word < chunk.words(); word++) {
            long bits = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                bits |= (Double.isNaN(doubles.values()[(word << 6) + bit]) ? 1L : 0L) << bit;
            }
            out.values()[word] = bits & out.valid()[word];
        }
    }
}
