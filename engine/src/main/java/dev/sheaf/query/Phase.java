package dev.sheaf.query;

/// What the threads of a query spend their time on. Both backends use the same names, so that two profiles can
/// be laid side by side.
public enum Phase {
    /// Reading files, decompressing, decoding.
    READ,
    /// Evaluating filters and argument expressions.
    EVALUATE,
    /// Splitting rows by key into partitions.
    PARTITION,
    /// Mapping keys to group ids.
    GROUP,
    /// Updating the states of groups.
    REDUCE,
    /// Merging partial states.
    MERGE,
    /// Turning states into result columns.
    FINALIZE,
    /// Sorting, ranking and joining of rows outside the group-by.
    SORT,
    /// Copying to a device.
    UPLOAD,
    /// Copying from a device.
    DOWNLOAD,
    /// Compiling kernels.
    COMPILE,
    /// Writing partial states to disk and reading them back.
    SPILL,
    /// Encoding, compressing and writing results.
    WRITE
}
