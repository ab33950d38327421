package dev.sheaf.expr.cast;

import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Casts between bools and numbers: true is 1, and every number but 0 is true.
public final class BoolCast implements Node {
    private final Node input;
    private final Vector out;

    public BoolCast(BoundExpr.Cast cast, Node input) {
        this.input = input;
        this.out = Vector.of(cast.type());
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        switch (Operands.values(input, chunk, active, out.valid())) {
            case Vector.Bits bits -> CastLoops.bitsToLongs(bits.values(), ((Vector.Longs) out).values(), chunk.rows());
            case Vector.Longs longs -> toBits((values, row) -> values.values()[row] != 0, longs, chunk);
            case Vector.Doubles doubles -> toBits((values, row) -> values.values()[row] != 0, doubles, chunk);
            case Vector.Wides wides ->
                toBits((values, row) -> (values.high()[row] | values.low()[row]) != 0, wides, chunk);
            case Vector.Texts _, Vector.Intervals _, Vector.Nested _ -> throw new AssertionError(input);
        }
    }

    private interface NonZero<V> {
        boolean at(V values, int row);
    }

    private <V extends Vector> void toBits(NonZero<V> nonZero, V values, Chunk chunk) {
        long[] bits = ((Vector.Bits) out).values();
        for (int word = 0; word < chunk.words(); word++) {
            long set = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                set |= (nonZero.at(values, (word << 6) + bit) ? 1L : 0L) << bit;
            }
            bits[word] = set & out.valid()[word];
        }
    }
}
