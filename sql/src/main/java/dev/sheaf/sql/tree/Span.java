package dev.sheaf.sql.tree;

/// The characters from `start` to before `end` of a query's text.
public record Span(int start, int end) {

    /// From the start of this to the end of another.
    public Span to(Span last) {
        return new Span(start, last.end);
    }
}
