package dev.sheaf.expr;

/// A node of a compiled expression. It owns one vector and fills it for one chunk after another; it belongs to
/// one [Program] and so to one thread at a time.
interface Node {
    /// Where the values are after [#evaluate]; always the same object.
    Vector vector();

    /// Computes the values of the rows of `chunk` whose bit in `active` is set. Other rows get any value, and
    /// raise no error.
    void evaluate(Chunk chunk, long[] active);
}
