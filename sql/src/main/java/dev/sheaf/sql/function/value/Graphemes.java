package dev.sheaf.sql.function.value;

import java.text.BreakIterator;
import java.util.Locale;

/// Texts as rows of what a reader takes as one sign: a letter with its accents, a family of emoji.
public final class Graphemes {
    private Graphemes() {}

    /// How many there are. Cost: one pass.
    public static long count(String text) {
        BreakIterator ends = ends(text);
        long count = 0;
        while (ends.next() != BreakIterator.DONE) {
            count++;
        }
        return count;
    }

    /// Those from a place on, from 1, or from the end if it is negative; a negative length counts back from there.
    public static String part(String text, long start, long length) {
        long first = start > 0 ? start - 1 : start < 0 ? count(text) + start : -1;
        long end = length > Long.MAX_VALUE - Math.max(first, 0) ? Long.MAX_VALUE : first + length;
        return between(text, Math.min(first, end), Math.max(first, end));
    }

    /// The first ones; all but the last `-count` if it is negative.
    public static String left(String text, long count) {
        return between(text, 0, count < 0 ? count(text) + count : count);
    }

    /// The last ones; all but the first `-count` if it is negative.
    public static String right(String text, long count) {
        return between(text, count < 0 ? -count : count(text) - count, Long.MAX_VALUE);
    }

    /// Those from one to another, from 0, where there are any.
    private static String between(String text, long from, long to) {
        BreakIterator ends = ends(text);
        int start = from <= 0 ? 0 : text.length();
        int end = to <= 0 ? 0 : text.length();
        long count = 0;
        for (int at = ends.next(); at != BreakIterator.DONE; at = ends.next()) {
            count++;
            start = count == from ? at : start;
            end = count == to ? at : end;
        }
        return start < end ? text.substring(start, end) : "";
    }

    private static BreakIterator ends(String text) {
        BreakIterator ends = BreakIterator.getCharacterInstance(Locale.ROOT);
        ends.setText(text);
        return ends;
    }
}
