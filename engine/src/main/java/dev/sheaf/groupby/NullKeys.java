package dev.sheaf.groupby;

/// What happens to rows in which a key is null.
public enum NullKeys {
    /// They are left out, as in libcudf and pandas.
    EXCLUDE,
    /// They are kept; nulls of a key column are equal to each other, as in SQL.
    INCLUDE
}
