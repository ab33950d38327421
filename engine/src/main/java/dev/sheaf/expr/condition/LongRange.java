package dev.sheaf.expr.condition;

import dev.sheaf.expr.vector.Bitmaps;
import dev.sheaf.expr.vector.Chunk;
import dev.sheaf.expr.vector.CompareLoops;
import dev.sheaf.expr.vector.Node;
import dev.sheaf.expr.vector.Operands;
import dev.sheaf.expr.vector.Vector;

/// Whether whole numbers lie in `[least, most]`: comparisons with constants, and BETWEEN in one pass.
public final class LongRange implements Node {
    /// Narrow values and bounds are not farther from zero.
    private static final long NARROW = 1L << 62;

    private final Node input;
    private final long least;
    private final long most;
    private final boolean narrow;
    private final Vector.Bits out = new Vector.Bits();

    /// `narrow` says that the values are of fewer than 62 bits, see `Ranges.isNarrow`.
    public LongRange(Node input, long least, long most, boolean narrow) {
        this.input = input;
        this.least = narrow ? Math.clamp(least, -NARROW, NARROW) : least;
        this.most = narrow ? Math.clamp(most, -NARROW, NARROW) : most;
        this.narrow = narrow;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        long[] values = ((Vector.Longs) Operands.values(input, chunk, active, out.valid())).values();
        int words = chunk.words();
        if (narrow) {
            CompareLoops.withinNarrow(values, least, most, out.values(), words);
        } else {
            CompareLoops.within(values, least, most, out.values(), words);
        }
        Bitmaps.and(out.values(), out.valid(), out.values(), words);
    }
}
