package dev.sheaf.frame;

/// Which value of a window stands in the index column of a result.
public enum WindowLabel {
    /// Its start.
    LEFT,
    /// Its end.
    RIGHT,
    /// Its least index.
    DATAPOINT
}
