package dev.sheaf.column;

/// How one sort key orders rows. Where nulls go does not depend on `descending`.
public record SortDirection(boolean descending, boolean nullsFirst) {
    /// Rising, nulls last.
    public static final SortDirection ASCENDING = new SortDirection(false, false);

    /// Falling, nulls last.
    public static final SortDirection DESCENDING = new SortDirection(true, false);
}
