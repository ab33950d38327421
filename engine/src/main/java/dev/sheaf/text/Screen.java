package dev.sheaf.text;

/// What a table is drawn on: `columns` characters wide (0 for no limit), with or without faint text.
public record Screen(int columns, boolean styled) {
    /// A file or a pipe.
    public static final Screen UNLIMITED = new Screen(0, false);
}
