package dev.sheaf.groupby;

/// What happens when a whole-number result does not fit its type.
public enum Overflow {
    /// [ArithmeticException] naming column and group.
    ERROR,
    /// The result modulo two to the power of its bits, as libcudf gives it.
    WRAP
}
