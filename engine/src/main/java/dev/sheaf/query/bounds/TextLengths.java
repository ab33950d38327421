package dev.sheaf.query.bounds;

/// Between which numbers of code points, and of bytes of UTF-8, the texts of a block have, all included.
public record TextLengths(long leastPoints, long mostPoints, long leastBytes, long mostBytes) {
    /// Of texts of which nothing is known.
    public static final TextLengths UNKNOWN = new TextLengths(0, Long.MAX_VALUE, 0, Long.MAX_VALUE);

    static TextLengths of(String text) {
        long points = text.codePointCount(0, text.length());
        long bytes = BoundValue.utf8(text).length;
        return new TextLengths(points, points, bytes, bytes);
    }

    /// Of texts that lie in either.
    TextLengths or(TextLengths other) {
        return new TextLengths(
                Math.min(leastPoints, other.leastPoints),
                Math.max(mostPoints, other.mostPoints),
                Math.min(leastBytes, other.leastBytes),
                Math.max(mostBytes, other.mostBytes));
    }

    /// Of the first code points of texts, `count` at most.
    TextLengths cut(long count) {
        long most = Math.min(mostPoints, count);
        return new TextLengths(
                Math.min(leastPoints, count),
                most,
                Math.min(leastBytes, count),
                most > Integer.MAX_VALUE ? mostBytes : Math.min(mostBytes, most * Integer.BYTES));
    }

    /// Whether a text may have the lengths of both.
    boolean mayEqual(TextLengths other) {
        return leastBytes <= other.mostBytes && other.leastBytes <= mostBytes;
    }
}
