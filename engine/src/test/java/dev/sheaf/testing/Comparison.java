package dev.sheaf.testing;

/// How two tables are compared: whether the order of rows counts, and how far floating values may be apart
/// (relative to the larger of both and 1; 0 for the same bits, all NaNs being alike).
public record Comparison(boolean ordered, double relativeError) {
    /// Row by row, bit by bit.
    public static final Comparison ORDERED = new Comparison(true, 0);

    /// The same rows in any order, bit by bit.
    public static final Comparison ANY_ORDER = new Comparison(false, 0);

    /// The error that sums in another order may show.
    public static final double ROUNDING = 1e-9;

    /// The same with floating values within [#ROUNDING] of each other.
    public Comparison rounded() {
        return new Comparison(ordered, ROUNDING);
    }
}
