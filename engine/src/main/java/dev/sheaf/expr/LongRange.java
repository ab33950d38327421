package dev.sheaf.expr;

/// Whether whole numbers lie in `[least, most]`: comparisons with constants, and BETWEEN in one pass.
final class LongRange implements Node {
    private final Node input;
    private final long least;
    private final long most;
    private final Vector.Bits out = new Vector.Bits();

    LongRange(Node input, long least, long most) {
        this.input = input;
        this.least = least;
        this.most = most;
    }

    @Override
    public Vector vector() {
        return out;
    }

    @Override
    public void evaluate(Chunk chunk, long[] active) {
        input.evaluate(chunk, active);
        int words = chunk.words();
        Bitmaps.copy(input.vector().valid(), out.valid(), words);
        CompareLoops.within(((Vector.Longs) input.vector()).values(), least, most, out.values(), words);
        Bitmaps.and(out.values(), out.valid(), out.values(), words);
    }
}
