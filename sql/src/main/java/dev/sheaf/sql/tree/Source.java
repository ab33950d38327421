package dev.sheaf.sql.tree;

/// The text of a query as the user wrote it, and the errors that point into it.
///
/// @param firstLine the line on which the text begins in what it was cut from, from 1
/// @param firstColumn the column there, from 1
public record Source(String text, int firstLine, int firstColumn) {
    private static final int EXCERPT_CHARACTERS = 100;

    /// A text that was cut from nothing.
    public Source(String text) {
        this(text, 1, 1);
    }

    /// An error about a part of the text.
    public QueryError error(Span at, String problem) {
        return error(at.start(), at.end(), problem);
    }

    /// An error about the characters from `start` to before `end`.
    public QueryError error(int start, int end, String problem) {
        int lineStart = text.lastIndexOf('\n', start - 1) + 1;
        int lineEnd = text.indexOf('\n', start) < 0 ? text.length() : text.indexOf('\n', start);
        int linesBefore = (int)
                text.substring(0, lineStart).chars().filter(c -> c == '\n').count();
        return new QueryError(
                firstLine + linesBefore,
                start - lineStart + (linesBefore == 0 ? firstColumn : 1),
                problem,
                excerpt(lineStart, lineEnd, start, Math.min(end, lineEnd)));
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
