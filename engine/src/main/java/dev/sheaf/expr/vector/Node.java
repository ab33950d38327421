package dev.sheaf.expr.vector;

/// A node of a compiled expression. It owns one vector and fills it for one chunk after another; it belongs to
/// one [dev.sheaf.expr.eval.Program] and so to one thread at a time.
public interface Node {
    /// Where the values are after [#evaluate]; always the same object.
    Vector vector();

    /// Computes the values of the rows of `chunk` whose bit in `active` is set. Other rows get any value, and
    /// raise no error.
    void evaluate(Chunk chunk, long[] active);
}
