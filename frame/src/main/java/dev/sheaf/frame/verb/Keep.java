package dev.sheaf.frame.verb;

/// Which of several equal rows is the one to keep.
public enum Keep {
    FIRST,
    LAST,
    NONE
}
