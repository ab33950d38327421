package dev.sheaf.expr.regex;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of a regular expression, and how far it is read.
final class RegexSource {
    private final String text;
    private int at;

    RegexSource(String text) {
        this.text = text;
    }

    boolean isRead() {
        return at == text.length();
    }

    int at() {
        return at;
    }

    /// Whether the next character is one of several.
    boolean isOneOf(String characters) {
        return !isRead() && characters.indexOf(text.charAt(at)) >= 0;
    }

    boolean startsWith(String expected) {
        return text.startsWith(expected, at);
    }

    boolean startsWith(Pattern expected) {
        return matcher(expected).lookingAt();
    }

    private Matcher matcher(Pattern expected) {
        return expected.matcher(text).region(at, text.length());
    }

    boolean take(String expected) {
        boolean found = startsWith(expected);
        at += found ? expected.length() : 0;
        return found;
    }

    Optional<MatchResult> take(Pattern expected) {
        Matcher found = matcher(expected);
        if (!found.lookingAt()) {
            return Optional.empty();
        }
        at = found.end();
        return Optional.of(found);
    }

    int takePoint() {
        int point = text.codePointAt(at);
        at += Character.charCount(point);
        return point;
    }

    RegexNode takeClass(boolean fold) {
        RegexClasses classes = new RegexClasses(text, at);
        RegexNode one = classes.read(fold);
        at = classes.end();
        return one;
    }
}
