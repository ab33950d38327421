package dev.sheaf.expr.regex;

import java.util.List;
import java.util.function.IntPredicate;

/// A regular expression as a tree.
sealed interface RegexNode {

    /// One code point.
    record One(IntPredicate taken) implements RegexNode {}

    /// A place that takes nothing.
    record Check(Place place) implements RegexNode {}

    record Sequence(List<RegexNode> parts) implements RegexNode {}

    /// The first that leads to a match.
    record Choice(List<RegexNode> options) implements RegexNode {}

    /// As many as lead to a match, or as few; without end if `most` is negative.
    record Repeat(RegexNode body, int least, int most, boolean greedy) implements RegexNode {}

    /// What is asked for by number, from 1.
    record Group(RegexNode body, int number) implements RegexNode {}

    /// Where in a text a match may go on.
    enum Place {
        TEXT_START,
        TEXT_END,
        LINE_START,
        LINE_END,
        WORD_BORDER,
        NO_WORD_BORDER;

        boolean isAt(String text, int at) {
            return switch (this) {
                case TEXT_START -> at == 0;
                case TEXT_END -> at == text.length();
                case LINE_START -> at == 0 || text.charAt(at - 1) == '\n';
                case LINE_END -> at == text.length() || text.charAt(at) == '\n';
                case WORD_BORDER -> isWord(text, at - 1) != isWord(text, at);
                case NO_WORD_BORDER -> isWord(text, at - 1) == isWord(text, at);
            };
        }

        private static boolean isWord(String text, int at) {
            char c = at < 0 || at >= text.length() ? ' ' : text.charAt(at);
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        }
    }
}
