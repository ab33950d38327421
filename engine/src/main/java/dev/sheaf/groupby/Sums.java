package dev.sheaf.groupby;

/// How sums of floating numbers are added up, and with them means and spreads.
public enum Sums {
    /// As is fastest: the last bits depend on how rows are spread over threads, batches and partial states.
    /// Results stay within 1e-12 of each other, relative to the sum of the magnitudes.
    FAST,
    /// The same bits for the same rows, whatever the number of threads, the size of batches, and the splits and
    /// merges of partial states. SUM, MEAN, SUM_OF_SQUARES, VARIANCE, M2 and COVARIANCE are the doubles nearest
    /// to the exact results, STD and CORRELATION are rounded once more for the root. Integers and decimals
    /// count as the nearest doubles in spreads; their sums are exact anyhow. PRODUCT, TDIGEST and
    /// APPROX_QUANTILE stay as they are. PERFORMANCE.md says what it costs.
    REPRODUCIBLE
}
