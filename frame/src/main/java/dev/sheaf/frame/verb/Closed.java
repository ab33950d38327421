package dev.sheaf.frame.verb;

/// Which end of an interval belongs to it.
public enum Closed {
    /// `[left, right)`.
    LEFT,
    /// `(left, right]`.
    RIGHT
}
