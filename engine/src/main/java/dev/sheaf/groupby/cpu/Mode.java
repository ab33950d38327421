package dev.sheaf.groupby.cpu;

/// What a [Worker] does with the rows of its next morsel.
sealed interface Mode {
    /// Rows are looked up in the table.
    record Grouping() implements Mode {}

    /// Every row makes a group of its own, without a look at those there: hardly any key comes twice. Groups that do
    /// are one when they are merged.
    record Appending() implements Mode {}

    /// Rows are partitioned before they are grouped.
    record PartitioningRows() implements Mode {}
}
