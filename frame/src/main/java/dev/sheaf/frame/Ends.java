package dev.sheaf.frame;

/// Which ends of a window belong to it.
public enum Ends {
    LEFT,
    RIGHT,
    BOTH,
    NONE;

    boolean left() {
        return this == LEFT || this == BOTH;
    }

    boolean right() {
        return this == RIGHT || this == BOTH;
    }
}
