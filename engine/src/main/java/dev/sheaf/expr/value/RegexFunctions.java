package dev.sheaf.expr.value;

import dev.sheaf.expr.regex.Regex;
import dev.sheaf.expr.regex.RegexMatcher;
import org.jspecify.annotations.Nullable;

/// What is asked of texts by regular expressions.
public final class RegexFunctions {
    private RegexFunctions() {}

    /// Gives what looks for matches of an argument with options; an expression that is constant is compiled once.
    private record Patterns(@Nullable Regex constant) {
        static Patterns of(@Nullable Object regex, @Nullable Object options) {
            if (regex instanceof String source && (options == null || options instanceof String)) {
                return new Patterns(Regex.compile(source, options == null ? "" : (String) options));
            }
            return new Patterns(null);
        }

        Regex regex(Object[] arguments, int options) {
            return constant != null
                    ? constant
                    : Regex.compile(
                            (String) arguments[1], options < arguments.length ? (String) arguments[options] : "");
        }

        RegexMatcher matcher(Object[] arguments, int options) {
            return regex(arguments, options).matcher((String) arguments[0]);
        }
    }

    /// An argument if it is constant; null if it is missing, and something that is no text if rows have their own.
    private static @Nullable Object at(@Nullable Object[] constants, int index) {
        return index >= constants.length ? null : constants[index] == null ? Boolean.FALSE : constants[index];
    }

    /// Whether a text has a match, or is one.
    public static RowFunction matches(@Nullable Object[] constants, boolean whole) {
        Patterns patterns = Patterns.of(at(constants, 1), at(constants, 2));
        return whole
                ? arguments -> patterns.matcher(arguments, 2).matches()
                : arguments -> patterns.matcher(arguments, 2).find(0);
    }

    /// The first match, or a group of it; empty if there is none.
    public static RowFunction extract(@Nullable Object[] constants) {
        Patterns patterns = Patterns.of(at(constants, 1), at(constants, 3));
        return arguments -> {
            Regex regex = patterns.regex(arguments, 3);
            long group = arguments.length > 2 ? (Long) arguments[2] : 0;
            if (group < 0 || group > regex.groups()) {
                throw new IllegalArgumentException("the regular expression '" + regex + "' has " + regex.groups()
                        + " groups, and no group " + group);
            }
            RegexMatcher matcher = regex.matcher((String) arguments[0]);
            String found = matcher.find(0) ? matcher.group((int) group) : null;
            return found == null ? "" : found;
        };
    }

    /// The text with the first match replaced, or with all of them if the options have a `g`. In the
    /// replacement, `\1` is what the first group matched, and `\0` the whole match.
    public static RowFunction replace(@Nullable Object[] constants) {
        Patterns patterns = Patterns.of(at(constants, 1), at(constants, 3));
        return arguments -> {
            Regex regex = patterns.regex(arguments, 3);
            boolean all = arguments.length > 3 && ((String) arguments[3]).indexOf('g') >= 0;
            String text = (String) arguments[0];
            Replacement replacement = new Replacement((String) arguments[2], regex);
            return all ? replacement.all(text) : replacement.first(text);
        };
    }
}
