package dev.sheaf.sql.tree;

/// A type as it was written, blanks brought into one form: `decimal(9, 2)`, `int[]`, `timestamp with time zone`.
public record TypeName(String text, Span at) implements Node {}
