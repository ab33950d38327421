package dev.sheaf.expr.cast;

/// Reads values of one type from text and stores them in a vector.
interface TextReading {
    /// Reads the first `size` bytes and stores the value at `row`; false if they are no value of the type.
    boolean read(byte[] text, int size, int row);
}
