package dev.sheaf.sql.tree;

/// The text of a query as the user wrote it, and the errors that point into it.
public record Source(String text) {
    private static final int EXCERPT_CHARACTERS = 100;

    /// An error about a part of the text.
    public QueryError error(Span at, String problem) {
        return error(at.start(), at.end(), problem);
    }

    /// An error about the characters from `start` to before `end`.
    public QueryError error(int start, int end, String problem) {
        int lineStart = text.lastIndexOf('\n', start - 1) + 1;
        int lineEnd = text.indexOf('\n', start) < 0 ? text.length() : text.indexOf('\n', start);
        int line = 1
                + (int) text.substring(0, lineStart)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
        return new QueryError(
                line, start - lineStart + 1, problem, excerpt(lineStart, lineEnd, start, Math.min(end, lineEnd)));
    }

    /// The line, or the part of a long one around the place, and carets below the place.
    private String excerpt(int lineStart, int lineEnd, int start, int end) {
        int from = Math.max(lineStart, Math.min(start - EXCERPT_CHARACTERS / 2, lineEnd - EXCERPT_CHARACTERS));
        int to = Math.min(lineEnd, from + EXCERPT_CHARACTERS);
        String shown = text.substring(from, to).replaceAll("\\s", " ").stripTrailing();
        String before = from > lineStart ? "..." : "";
        String after = to < lineEnd ? "..." : "";
        int carets = Math.max(1, Math.min(end, to) - start);
        return "\n  " + before + shown + after + "\n  " + " ".repeat(before.length() + start - from)
                + "^".repeat(carets);
    }
}
