package dev.sheaf.plan.physical.join;

/// The rows of each place of a [DenseIndex]. Filled by threads that own places of their own, then read by any number.
sealed interface PlaceRows permits RowChains, RowRuns {
    /// How often all rows are to be put.
    int passes();

    /// Takes rows of a chunk in one of the passes. Each pass begins when the one before
    /// has ended, and gives the rows of a place from the last to the first.
    ///
    /// @param start the first row of the chunk
    /// @param places those of the rows of the chunk
    /// @param chosen which of these rows to take, `count` of them, from the last to the first
    void put(int pass, int start, long[] places, int[] chosen, int count);

    /// Ends a pass.
    void finish(int pass);

    /// Whether a place has no more rows than so many on average.
    boolean areFew(int rowsAPlace);

    /// Adds the pairs of left rows from `from` on, whose places are given, until there are about `most`; gives how many
    /// rows were looked at.
    int find(int from, long[] places, int count, int most, RowPairs pairs);
}
