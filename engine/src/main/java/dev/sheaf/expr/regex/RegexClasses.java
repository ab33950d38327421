package dev.sheaf.expr.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Reads what stands for one code point: an escape, or a class in brackets, which Java's expressions know once they
/// are translated.
///
/// A class has parts that say what it takes and others, such as `\W`, that say what it does not. Without regard to case
/// a part takes what is the same as something in it but for its case, before complements are taken.
final class RegexClasses {
    private static final int WORD = 64;
    private static final int ASCII = 128;
    private static final String TAKEN_ESCAPES = "aftnrdDsSwWpPx01234567";

    /// What of a class was read last: only a point begins a range, and only a point ends an open one.
    private enum Last {
        NOTHING,
        POINT,
        OPEN_RANGE,
        RANGE,
        CLASS
    }

    private final String source;

    /// What is taken, as the inside of a class of Java's.
    private final StringBuilder taken = new StringBuilder();

    /// The insides of classes of which all else is taken.
    private final List<String> complements = new ArrayList<>();

    private int at;
    private boolean isNegated;
    private Last last = Last.NOTHING;

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
        int folded = CaseFolding.fold(point);
        return new RegexNode.One(fold ? other -> CaseFolding.fold(other) == folded : other -> other == point);
    }

    /// @throws IllegalArgumentException if it is none
    RegexNode read(boolean fold) {
        if (source.charAt(at) == '[') {
            brackets();
        } else {
            escape();
        }
        List<IntPredicate> parts = new ArrayList<>();
        if (!taken.isEmpty()) {
            parts.add(part(taken.toString(), fold));
        }
        complements.forEach(each -> parts.add(part(each, fold).negate()));
        boolean negated = isNegated;
        return new RegexNode.One(predicate(point -> negated != parts.stream().anyMatch(part -> part.test(point))));
    }

    private static IntPredicate part(String inside, boolean fold) {
        Predicate<String> known = Pattern.compile("[" + inside + "]").asMatchPredicate();
        IntPredicate one = point -> known.test(Character.toString(point));
        return fold ? point -> CaseFolding.anyMatch(point, one) : one;
    }

    private static IntPredicate predicate(IntPredicate known) {
        long low = bits(known, 0);
        long high = bits(known, WORD);
        return point ->
                (point >= 0 && point < ASCII) ? (((point < WORD ? low : high) >> point) & 1) != 0 : known.test(point);
    }

    private static long bits(IntPredicate known, int first) {
        long bits = 0;
        for (int i = 0; i < WORD; i++) {
            bits |= known.test(first + i) ? 1L << i : 0;
        }
        return bits;
    }

    private void escape() {
        char c = at + 1 < source.length() ? source.charAt(at + 1) : ' ';
        boolean isReference = c >= '1' && c <= '7' && (at + 2 >= source.length() || !isOctal(source.charAt(at + 2)));
        boolean isLetter = Character.isLetterOrDigit(c) && c < ASCII;
        if (at + 1 == source.length() || isReference || (isLetter && c != 'v' && TAKEN_ESCAPES.indexOf(c) < 0)) {
            throw new IllegalArgumentException("a \\ stands before what is no escape; there are no references back");
        }
        if ("sSdDwWv".indexOf(c) >= 0) {
            boolean isComplement = Character.isUpperCase(c);
            add(perl(Character.toLowerCase(c)), isComplement);
            at += 2;
        } else if (c == 'p' || c == 'P') {
            property();
        } else if (c >= '0' && c <= '7') {
            octal();
        } else {
            int end = c == 'x' ? hexEnd() : source.offsetByCodePoints(at + 1, 1);
            addPoint(source.substring(at, end));
            at = end;
        }
    }

    private static String perl(char name) {
        return switch (name) {
            case 's' -> "\\t\\n\\f\\r ";
            case 'v' -> "\\x0B";
            default -> "\\" + name;
        };
    }

    private void add(String inside, boolean isComplement) {
        if (last == Last.OPEN_RANGE) {
            throw new IllegalArgumentException("a range in brackets ends in a class");
        }
        if (isComplement) {
            complements.add(inside);
        } else {
            taken.append(inside);
        }
        last = Last.CLASS;
    }

    private void addPoint(String point) {
        taken.append(point);
        last = last == Last.OPEN_RANGE ? Last.RANGE : Last.POINT;
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
        addPoint("\\x{" + Integer.toHexString(Integer.parseInt(source, at + 1, end, 8)) + "}");
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
        add("\\p{" + (bare.length() > 2 ? "Is" + bare : bare) + "}", negated);
        at = brace < 0 ? at + 3 : brace + 1;
    }

    /// From `[` to its `]`. A `]` that comes first stands for itself.
    private void brackets() {
        at++;
        if (source.startsWith("^", at)) {
            isNegated = true;
            at++;
        }
        for (boolean first = true; first || !source.startsWith("]", at); first = false) {
            if (at >= source.length()) {
                throw new IllegalArgumentException("a [ has no ]");
            }
            inBrackets();
        }
        at++;
    }

    /// One part of a class. In an open range a `[` is a point, and a `-` that opens none stands for itself.
    private void inBrackets() {
        int point = source.codePointAt(at);
        if (point == '\\') {
            escape();
        } else if (last != Last.OPEN_RANGE && source.startsWith("[:", at) && source.indexOf(":]", at + 2) > 0) {
            posix();
        } else if (point == '-' && last == Last.POINT && !source.startsWith("]", at + 1)) {
            taken.append('-');
            last = Last.OPEN_RANGE;
            at++;
        } else {
            addPoint(("[]&^-".indexOf(point) >= 0 ? "\\" : "") + Character.toString(point));
            at += Character.charCount(point);
        }
    }

    private void posix() {
        int end = source.indexOf(":]", at + 2);
        boolean negated = source.startsWith("[:^", at);
        String name = source.substring(at + (negated ? 3 : 2), end);
        add(name.equals("word") ? "\\w" : "\\p{" + javaName(name) + "}", negated);
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
