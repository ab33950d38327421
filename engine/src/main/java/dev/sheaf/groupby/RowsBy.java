package dev.sheaf.groupby;

/// In which order rows computed from [Groups] come.
public enum RowsBy {
    /// Group by group, as [Groups#rows()] has them; rows in no group are left out.
    GROUP,
    /// As in the table that was grouped; rows in no group are null.
    TABLE
}
