package dev.sheaf.expr.vector;

/// The texts of a chunk take more bytes than one view can have. [Chunk#cover] takes fewer rows then.
public final class TooManyBytes extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// Nobody but [Chunk] looks at it.
    TooManyBytes() {
        super("the texts of a chunk take more than 2 GiB", null, false, false);
    }
}
