package dev.sheaf.expr.value;

import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;

/// How a LIKE pattern is written: `%` takes any text, `_` any code point, and an escape character makes the one
/// behind it stand for itself.
public final class LikeSyntax {
    /// Stands for `_` in a part; no text holds this code point.
    public static final int ANY = 0xd800;

    private LikeSyntax() {}

    /// The parts between the `%` signs of a pattern, at least one.
    ///
    /// @param escape one character, or none
    /// @throws IllegalArgumentException if the pattern ends in its escape character, or that is not one character
    public static List<String> parts(String pattern, String escape) {
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw new IllegalArgumentException("the escape of a LIKE pattern is one character, not '" + escape + "'");
        }
        int escapePoint = escape.isEmpty() ? -1 : escape.codePointAt(0);
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        PrimitiveIterator.OfInt points = pattern.codePoints().iterator();
        while (points.hasNext()) {
            int point = points.nextInt();
            if (point == escapePoint) {
                if (!points.hasNext()) {
                    throw new IllegalArgumentException(
                            "the LIKE pattern '" + pattern + "' ends in its escape character");
                }
                part.appendCodePoint(points.nextInt());
            } else if (point == '%') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.appendCodePoint(point == '_' ? ANY : point);
            }
        }
        parts.add(part.toString());
        return parts;
    }
}
