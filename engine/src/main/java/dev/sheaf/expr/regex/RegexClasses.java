package dev.sheaf.expr.regex;

import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Reads what stands for one code point: an escape, or a class in brackets, which Java's expressions know once they
/// are translated.
final class RegexClasses {
    private static final int WORD = 64;
    private static final int ASCII = 128;
    private static final String TAKEN_ESCAPES = "aftnrdDsSwWpPx01234567";

    private final String source;
    private final StringBuilder out = new StringBuilder();
    private int at;

    RegexClasses(String source, int at) {
        this.source = source;
        this.at = at;
    }

    /// Behind what was read.
    int end() {
        return at;
    }

    /// One code point, or one that is the same but for its case.
    static RegexNode point(int point, boolean fold) {
        int folded = fold(point);
        return new RegexNode.One(fold ? other -> fold(other) == folded : other -> other == point);
    }

    private static int fold(int point) {
        return Character.toLowerCase(Character.toUpperCase(point));
    }

    /// @throws IllegalArgumentException if it is none
    RegexNode read(boolean fold) {
        if (source.charAt(at) == '[') {
            brackets();
        } else {
            escape(false);
        }
        int flags = fold ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
        return new RegexNode.One(
                predicate(Pattern.compile(out.toString(), flags).asMatchPredicate()));
    }

    private static IntPredicate predicate(Predicate<String> known) {
        long low = bits(known, 0);
        long high = bits(known, WORD);
        return point -> point < ASCII
                ? (((point < WORD ? low : high) >> point) & 1) != 0
                : known.test(Character.toString(point));
    }

    private static long bits(Predicate<String> known, int first) {
        long bits = 0;
        for (int i = 0; i < WORD; i++) {
            bits |= known.test(Character.toString(first + i)) ? 1L << i : 0;
        }
        return bits;
    }

    private void escape(boolean inBrackets) {
        char c = at + 1 < source.length() ? source.charAt(at + 1) : ' ';
        boolean isReference = c >= '1' && c <= '7' && (at + 2 >= source.length() || !isOctal(source.charAt(at + 2)));
        boolean isLetter = Character.isLetterOrDigit(c) && c < ASCII;
        if (at + 1 == source.length() || isReference || (isLetter && c != 'v' && TAKEN_ESCAPES.indexOf(c) < 0)) {
            throw new IllegalArgumentException("a \\ stands before what is no escape; there are no references back");
        }
        if (c == 's' || c == 'v') {
            String points = c == 'v' ? "\\x0B" : "\\t\\n\\f\\r ";
            out.append(inBrackets ? points : "[" + points + "]");
            at += 2;
        } else if (c == 'p' || c == 'P') {
            property();
        } else if (c >= '0' && c <= '7') {
            octal();
        } else {
            int end = c == 'x' ? hexEnd() : source.offsetByCodePoints(at + 1, 1);
            out.append(source, at, end);
            at = end;
        }
    }

    private static boolean isOctal(char c) {
        return c >= '0' && c <= '7';
    }

    private int hexEnd() {
        int brace = source.startsWith("{", at + 2) ? source.indexOf('}', at) : -1;
        return Math.min(source.length(), brace > 0 ? brace + 1 : at + 4);
    }

    private void octal() {
        int end = at + 1;
        while (end < source.length() && end < at + 4 && isOctal(source.charAt(end))) {
            end++;
        }
        out.append("\\x{")
                .append(Integer.toHexString(Integer.parseInt(source, at + 1, end, 8)))
                .append('}');
        at = end;
    }

    /// A category of code points, of one or two letters, or a script, which Java wants an `Is` before.
    private void property() {
        int brace = source.startsWith("{", at + 2) ? source.indexOf('}', at) : -1;
        if (at + 2 >= source.length() || (brace < 0 && source.charAt(at + 2) == '{')) {
            throw new IllegalArgumentException("a \\p has no name");
        }
        String name = brace < 0 ? source.substring(at + 2, at + 3) : source.substring(at + 3, brace);
        boolean negated = name.startsWith("^") != (source.charAt(at + 1) == 'P');
        String bare = name.startsWith("^") ? name.substring(1) : name;
        out.append(negated ? "\\P{" : "\\p{")
                .append(bare.length() > 2 ? "Is" + bare : bare)
                .append('}');
        at = brace < 0 ? at + 3 : brace + 1;
    }

    /// From `[` to its `]`. A `]` that comes first stands for itself.
    private void brackets() {
        out.append('[');
        at++;
        if (source.startsWith("^", at)) {
            out.append('^');
            at++;
        }
        for (boolean first = true; first || !source.startsWith("]", at); first = false) {
            if (at >= source.length()) {
                throw new IllegalArgumentException("a [ has no ]");
            }
            inBrackets();
        }
        out.append(']');
        at++;
    }

    private void inBrackets() {
        char c = source.charAt(at);
        if (c == '\\') {
            escape(true);
        } else if (source.startsWith("[:", at) && source.indexOf(":]", at) > 0) {
            posix();
        } else {
            out.append("[]&^".indexOf(c) >= 0 ? "\\" : "").append(c);
            at++;
        }
    }

    private void posix() {
        int end = source.indexOf(":]", at);
        boolean negated = source.startsWith("[:^", at);
        String name = source.substring(at + (negated ? 3 : 2), end);
        out.append(negated ? "\\P{" : "\\p{").append(javaName(name)).append('}');
        at = end + 2;
    }

    private static String javaName(String name) {
        return switch (name) {
            case "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper" ->
                Character.toUpperCase(name.charAt(0)) + name.substring(1);
            case "ascii" -> "ASCII";
            case "xdigit" -> "XDigit";
            default -> throw new IllegalArgumentException("there is no class [:" + name + ":]");
        };
    }
}
