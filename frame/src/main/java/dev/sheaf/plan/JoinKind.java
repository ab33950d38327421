package dev.sheaf.plan;

/// Which rows of two sides a join gives.
public enum JoinKind {
    /// A row for each pair that matches.
    INNER("inner"),
    /// As [#INNER], and each left row without a match once, with nulls on the right.
    LEFT("left"),
    /// As [#INNER], and each right row without a match once, with nulls on the left.
    RIGHT("right"),
    /// As [#INNER], and each row of either side without a match once, with nulls on the other.
    FULL("full"),
    /// Each left row once, with the first right row that matches, or with nulls.
    FIRST("first"),
    /// As [#FIRST]; a left row with more than one match ends the query with an IllegalArgumentException.
    SINGLE("single"),
    /// Each left row that has a match, once; the right side gives no columns.
    SEMI("semi"),
    /// Each left row that has no match; the right side gives no columns.
    ANTI("anti");

    private final String label;

    JoinKind(String label) {
        this.label = label;
    }

    /// What users call it.
    public String label() {
        return label;
    }

    /// Whether the result has columns of the right side.
    public boolean givesRight() {
        return this != SEMI && this != ANTI;
    }
}
