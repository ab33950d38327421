package dev.sheaf.sql;

import java.util.ArrayList;
import java.util.List;

/// Splits text into statements, which end with `;`. Texts and names in quotes, texts in dollars and comments may
/// hold a `;` that ends nothing.
///
/// @param statements what ends, without its `;`; none is blank
/// @param rest what comes behind the last `;`, blank if it is nothing but blanks and comments
public record SqlScript(List<String> statements, String rest) {

    /// Splits a text; whether it is SQL shows when a statement is run.
    public static SqlScript of(String text) {
        List<Part> parts = parts(text);
        List<String> statements =
                parts.stream().filter(Part::ends).map(Part::text).toList();
        boolean isOpen = statements.size() < parts.size();
        return new SqlScript(statements, isOpen ? parts.getLast().text() : "");
    }

    /// A statement with its place in a text, or what comes behind the last `;`, which does not end.
    record Part(int start, String text, boolean ends) {
        private static Part of(String script, int from, int to, boolean ends) {
            String piece = script.substring(from, to);
            int blanks = piece.length() - piece.stripLeading().length();
            return new Part(from + blanks, piece.strip(), ends);
        }
    }

    /// All parts of a text that are more than blanks and comments.
    static List<Part> parts(String text) {
        List<Part> parts = new ArrayList<>();
        int start = 0;
        boolean empty = true;
        int at = 0;
        while (at < text.length()) {
            int next = next(text, at);
            boolean blank = isComment(text, at) || Character.isWhitespace(text.charAt(at));
            if (text.charAt(at) == ';') {
                if (!empty) {
                    parts.add(Part.of(text, start, at, true));
                }
                start = next;
                empty = true;
            } else if (!blank) {
                empty = false;
            }
            at = next;
        }
        if (!empty) {
            parts.add(Part.of(text, start, text.length(), false));
        }
        return parts;
    }

    private static boolean isComment(String text, int at) {
        return text.startsWith("--", at) || text.startsWith("/*", at);
    }

    /// The place behind the character, or behind all of the text, name or comment that begins with it.
    private static int next(String text, int at) {
        char c = text.charAt(at);
        if (text.startsWith("--", at)) {
            return behind(text, "\n", at + 2);
        }
        if (text.startsWith("/*", at)) {
            return behind(text, "*/", at + 2);
        }
        if (c == '\'' || c == '"') {
            return behindQuote(text, at);
        }
        if (c == '$') {
            return behindDollars(text, at);
        }
        return at + 1;
    }

    /// In `e'...'` a backslash takes the next character with it.
    private static int behindQuote(String text, int at) {
        char quote = text.charAt(at);
        boolean escapes = quote == '\''
                && at > 0
                && Character.toLowerCase(text.charAt(at - 1)) == 'e'
                && (at == 1 || !Character.isLetterOrDigit(text.charAt(at - 2)));
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote) {
            end += escapes && text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, text.length());
    }

    /// `$$...$$` or `$tag$...$tag$`; another `$` is a parameter.
    private static int behindDollars(String text, int at) {
        int close = at + 1;
        while (close < text.length() && Character.isLetter(text.charAt(close))) {
            close++;
        }
        boolean opens = close < text.length() && text.charAt(close) == '$';
        return opens ? behind(text, text.substring(at, close + 1), close + 1) : at + 1;
    }

    private static int behind(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }
}
