package dev.sheaf.groupby;

/// The order of the groups in a result.
public enum Order {
    /// Whatever is fastest; may differ from run to run.
    UNSPECIFIED,
    /// By the ordinal of each group's first row.
    FIRST_APPEARANCE,
    /// Rising by the keys, first key first; nulls after all values, NaN after all other numbers.
    SORTED
}
