package dev.sheaf.expr.condition;

import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;
import java.util.List;

/// AND and OR with three values, 64 rows at a time. An operand is computed only for rows that the ones before it
/// leave open, and not at all if they leave none.
public final class Connective implements Node {
    private final List<Node> operands;
    private final long invert;
    private final Vector.Bits out = new Vector.Bits();
    private final long[] open = new long[Chunk.WORDS];

    /// OR is AND with every value inverted, going in and coming out.
    public Connective(boolean or, List<Node> operands) {
        this.operands = operands;
        this.invert = or ? -1 : 0;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        int words = chunk.words();
        Bitmaps.copy(active, open, words);
        Bitmaps.fill(out.valid(), chunk.rows());
        Bitmaps.copy(out.valid(), out.values(), words);
        for (Node operand : operands) {
            if (Bitmaps.isEmpty(open, words)) {
                break;
            }
            combine((Vector.Bits) Operands.values(operand, chunk, open), words);
        }
        for (int word = 0; word < words; word++) {
            out.values()[word] = (out.values()[word] ^ invert) & out.valid()[word];
        }
    }

    /// `values` holds the conjunction so far, 1 where it is null; a false operand decides a row for good.
    private void combine(Vector.Bits operand, int words) {
        long[] values = out.values();
        long[] valid = out.valid();
        for (int word = 0; word < words; word++) {
            long isFalse = operand.valid()[word] & ~(operand.values()[word] ^ invert);
            long decided = valid[word] & ~values[word];
            long nowFalse = isFalse & open[word];
            values[word] &= ~nowFalse;
            valid[word] = (valid[word] & operand.valid()[word]) | decided | nowFalse;
            open[word] &= ~isFalse;
        }
    }
}
