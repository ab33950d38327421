package dev.sheaf.benchmarks.shapes.table;

/// What can be done with a value: which expressions and aggregates take it.
public enum Kind {
    INTEGER,
    DECIMAL,
    FLOAT,
    BOOL,
    DATE,
    TIMESTAMP,
    TEXT;

    /// Whether sums and means take it.
    public boolean isNumber() {
        return this == INTEGER || this == DECIMAL || this == FLOAT;
    }
}
