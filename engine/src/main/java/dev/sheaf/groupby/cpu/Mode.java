package dev.sheaf.groupby.cpu;

/// What a [Worker] does with the rows of its next morsel.
sealed interface Mode {
    /// Rows are looked up in the table.
    record Grouping() implements Mode {}

    /// Rows are partitioned before they are grouped.
    record PartitioningRows() implements Mode {}
}
