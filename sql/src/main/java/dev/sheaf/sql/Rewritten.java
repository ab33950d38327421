package dev.sheaf.sql;

import java.util.Arrays;
import java.util.BitSet;

/// A query in the spelling that Calcite's grammar knows, and for every character of it the offset in the query
/// as written that it comes from. `wholeDivisions` holds the offsets of `//`, which Calcite reads as `/`.
record Rewritten(Source source, String text, int[] origins, BitSet wholeDivisions) {

    /// Where the character of a line and column, both from 1, comes from.
    int origin(int line, int column) {
        int lineStart = 0;
        for (int i = 1; i < line; i++) {
            lineStart = text.indexOf('\n', lineStart) + 1;
        }
        int offset = lineStart + column - 1;
        return offset < origins.length
                ? origins[Math.max(offset, 0)]
                : source.text().stripTrailing().length();
    }

    /// Builds the text piece by piece.
    static final class Builder {
        private final StringBuilder text = new StringBuilder();
        private int[] origins = new int[256];
        private final BitSet wholeDivisions = new BitSet();

        /// Adds a piece that comes from a token, and a blank after it.
        Builder add(String piece, Token from) {
            int length = text.length();
            text.append(piece).append(' ');
            if (text.length() > origins.length) {
                origins = Arrays.copyOf(origins, 2 * text.length());
            }
            for (int i = length; i < text.length(); i++) {
                origins[i] = Math.min(from.start() + (i - length), Math.max(from.start(), from.end() - 1));
            }
            return this;
        }

        /// Adds a name in double quotes.
        Builder addName(String name, Token from) {
            return add('"' + name.replace("\"", "\"\"") + '"', from);
        }

        /// Adds a text in single quotes.
        Builder addString(String value, Token from) {
            return add('\'' + value.replace("'", "''") + '\'', from);
        }

        /// Adds a division whose result is cut to a whole number.
        void addWholeDivision(Token from) {
            wholeDivisions.set(from.start());
            add("/", from);
        }

        Rewritten build(Source source) {
            return new Rewritten(source, text.toString(), Arrays.copyOf(origins, text.length()), wholeDivisions);
        }
    }
}
