package dev.sheaf.frame.verb;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.ScalarFunction;
import java.util.function.UnaryOperator;

/// Functions of texts: `series.str().upper()`. Null stays null, positions are in code points from 0, and texts to
/// look for are taken as they are, but by the four functions of `regex`: regular expressions of RE2's dialect, in
/// time proportional to the text.
public final class Texts<F> {
    private static final ScalarFunction TITLE =
            ScalarFunction.of("title", DataType.STRING, DataType.STRING, (String text) -> titled(text));

    private static final String WHITE_SPACE =
            " \t\n\u000B\f\r\u001C\u001D\u001E\u001F\u0085\u00A0\u1680\u2000\u2001\u2002"
                    + "\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000";

    private final java.util.function.Function<UnaryOperator<Expr>, F> map;

    /// Over values that a function of expressions gives results of.
    public Texts(java.util.function.Function<UnaryOperator<Expr>, F> map) {
        this.map = map;
    }

    private F apply(Function function, Object... more) {
        return map.apply(text -> of(function, text, more));
    }

    private static Expr of(Function function, Expr text, Object... more) {
        Object[] arguments = new Object[more.length + 1];
        arguments[0] = text;
        System.arraycopy(more, 0, arguments, 1, more.length);
        return call(function, arguments);
    }

    /// In small letters.
    public F lower() {
        return apply(Function.LOWER);
    }

    /// In capital letters.
    public F upper() {
        return apply(Function.UPPER);
    }

    /// The first letter as a capital, the others small.
    public F capitalize() {
        return map.apply(text -> call(
                Function.CONCAT,
                call(Function.UPPER, call(Function.LEFT, text, 1)),
                call(Function.LOWER, call(Function.SUBSTRING, text, 2))));
    }

    /// The first letter of each word as a capital, the others small; whatever is no letter ends a word.
    public F title() {
        return map.apply(text -> call(TITLE, text));
    }

    /// Whether each is letters, at least one.
    public F isAlpha() {
        return fullMatches("\\pL+");
    }

    /// Whether each is decimal digits, at least one.
    public F isDigit() {
        return fullMatches("\\p{Nd}+");
    }

    /// Whether each is letters and numbers, at least one.
    public F isAlnum() {
        return fullMatches("[\\pL\\pN]+");
    }

    /// Whether each is white space, at least one.
    public F isSpace() {
        return fullMatches("\\s+");
    }

    /// Whether each has a small letter, and no capital.
    public F isLower() {
        return map.apply(
                text -> text.eq(call(Function.LOWER, text)).and(call(Function.REGEXP_MATCHES, text, "\\p{Ll}")));
    }

    /// Whether each has a capital, and no small letter.
    public F isUpper() {
        return map.apply(
                text -> text.eq(call(Function.UPPER, text)).and(call(Function.REGEXP_MATCHES, text, "\\p{Lu}")));
    }

    /// How often a regular expression matches in each, one match behind the other, int64.
    ///
    /// @throws IllegalArgumentException if it is none
    public F count(String regex) {
        return map.apply(text -> {
            Expr longer = call(Function.REGEXP_REPLACE, text, regex, "\\0.", "g");
            return call(Function.LENGTH, longer).minus(call(Function.LENGTH, text));
        });
    }

    /// The number of code points, int64.
    public F len() {
        return apply(Function.LENGTH);
    }

    /// Whether a regular expression matches somewhere in each.
    ///
    /// @throws IllegalArgumentException if it is none
    public F matches(String regex) {
        return apply(Function.REGEXP_MATCHES, regex);
    }

    /// Whether a regular expression matches all of each.
    ///
    /// @throws IllegalArgumentException if it is none
    public F fullMatches(String regex) {
        return apply(Function.REGEXP_FULL_MATCH, regex);
    }

    /// What a group of a regular expression matches first, the whole match for 0; null where nothing matches.
    ///
    /// @throws IllegalArgumentException if it is none, or has no such group
    public F extract(String regex, int group) {
        return map.apply(text -> when(call(Function.REGEXP_MATCHES, text, regex))
                .then(call(Function.REGEXP_EXTRACT, text, regex, group))
                .otherwise(null));
    }

    /// All matches of a regular expression replaced; `\1` is what its first group matches.
    ///
    /// @throws IllegalArgumentException if it is none
    public F replaceMatches(String regex, String by) {
        return apply(Function.REGEXP_REPLACE, regex, by, "g");
    }

    /// The parts between separators, as a list: `split(",")`.
    public F split(String separator) {
        return apply(Function.STRING_SPLIT, separator);
    }

    /// Whether a text is part of each.
    public F contains(String part) {
        return apply(Function.CONTAINS, part);
    }

    /// Whether each begins with a text.
    public F startsWith(String start) {
        return apply(Function.STARTS_WITH, start);
    }

    /// Whether each ends with a text.
    public F endsWith(String end) {
        return apply(Function.ENDS_WITH, end);
    }

    /// Whether each matches SQL's pattern of `%` (any text) and `_` (any code point).
    public F like(String pattern) {
        return map.apply(text -> text.like(pattern));
    }

    /// Where a text first occurs, from 0; -1 where it does not.
    public F find(String part) {
        return map.apply(text -> call(Function.POSITION, text, part).minus(1L));
    }

    /// Every occurrence of a text replaced by another.
    public F replace(String part, String by) {
        return apply(Function.REPLACE, part, by);
    }

    /// Without white space at both ends: spaces, tabs, ends of lines and what Unicode counts among them.
    public F strip() {
        return strip(WHITE_SPACE);
    }

    /// As [#strip()] at the start alone.
    public F lstrip() {
        return lstrip(WHITE_SPACE);
    }

    /// As [#strip()] at the end alone.
    public F rstrip() {
        return rstrip(WHITE_SPACE);
    }

    /// Without any of these characters at both ends.
    public F strip(String characters) {
        return apply(Function.TRIM, characters);
    }

    /// Without any of these characters at the start.
    public F lstrip(String characters) {
        return apply(Function.LTRIM, characters);
    }

    /// Without any of these characters at the end.
    public F rstrip(String characters) {
        return apply(Function.RTRIM, characters);
    }

    /// Without a text at the start, if it is there.
    public F removePrefix(String prefix) {
        int length = prefix.codePointCount(0, prefix.length());
        return map.apply(text -> when(call(Function.STARTS_WITH, text, prefix))
                .then(call(Function.SUBSTRING, text, length + 1))
                .otherwise(text));
    }

    /// Without a text at the end, if it is there.
    public F removeSuffix(String suffix) {
        int length = suffix.codePointCount(0, suffix.length());
        return map.apply(text -> length == 0
                ? text
                : when(call(Function.ENDS_WITH, text, suffix))
                        .then(call(Function.LEFT, text, -length))
                        .otherwise(text));
    }

    /// From a position on; a negative one counts from the end.
    public F slice(long start) {
        return map.apply(text -> from(text, start));
    }

    private static Expr from(Expr text, long start) {
        return start >= 0 ? call(Function.SUBSTRING, text, start + 1) : call(Function.RIGHT, text, -start);
    }

    /// From position `start` to `stop - 1`; negative ones count from the end.
    public F slice(long start, long stop) {
        return map.apply(text -> {
            Expr length = call(Function.LENGTH, text);
            Expr first = position(start, length);
            Expr wanted = position(stop, length).minus(first);
            return call(Function.SUBSTRING, text, first.plus(1L), call(Function.GREATEST, wanted, 0L));
        });
    }

    private static Expr position(long position, Expr length) {
        return position >= 0 ? lit(position) : call(Function.GREATEST, length.plus(position), 0L);
    }

    /// The character at a position, null where the text is too short; a negative position counts from the end.
    public F get(long position) {
        return map.apply(text -> {
            Expr from = position >= 0
                    ? lit(position + 1)
                    : call(Function.LENGTH, text).plus(position + 1);
            Expr inside = call(Function.LENGTH, text).ge(position >= 0 ? position + 1 : -position);
            return when(inside).then(call(Function.SUBSTRING, text, from, 1)).otherwise(null);
        });
    }

    /// Texts and another one behind, of a constant or expression.
    public F cat(Object other) {
        return apply(Function.CONCAT, other);
    }

    /// The text several times over.
    public F repeat(long times) {
        return apply(Function.REPEAT, times);
    }

    /// Backwards, letters with their accents kept together.
    public F reverse() {
        return apply(Function.REVERSE);
    }

    /// Filled up at the start to a number of code points; longer ones stay.
    public F rjust(long width, String fill) {
        return map.apply(text -> filled(Function.LPAD, text, lit(width), fill));
    }

    /// Filled up at the end to a number of code points; longer ones stay.
    public F ljust(long width, String fill) {
        return map.apply(text -> filled(Function.RPAD, text, lit(width), fill));
    }

    /// Filled up at both ends to a number of code points; longer ones stay. Of an odd number of fills the end gets
    /// one more, but of an odd width the start.
    public F center(long width, String fill) {
        return map.apply(text -> {
            Expr size = call(Function.LENGTH, text);
            Expr start = call(Function.INT_DIVIDE, lit(width).minus(size).plus(width % 2), 2L);
            return filled(Function.RPAD, filled(Function.LPAD, text, size.plus(start), fill), lit(width), fill);
        });
    }

    private static String titled(String text) {
        StringBuilder title = new StringBuilder();
        boolean inWord = false;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int letter = text.codePointAt(at);
            title.appendCodePoint(inWord ? Character.toLowerCase(letter) : Character.toTitleCase(letter));
            inWord = Character.isLetter(letter);
        }
        return title.toString();
    }

    private static Expr filled(Function pad, Expr text, Expr width, String fill) {
        return when(call(Function.LENGTH, text).lt(width))
                .then(call(pad, text, width, fill))
                .otherwise(text);
    }

    /// Filled up with zeros to a number of code points, behind a sign.
    public F zfill(long width) {
        return map.apply(text -> {
            Expr sign = call(Function.LEFT, text, 1);
            Expr rest = call(Function.SUBSTRING, text, 2);
            Expr signed = call(Function.CONCAT, sign, filled(Function.LPAD, rest, lit(width - 1), "0"));
            return when(sign.in("-", "+")).then(signed).otherwise(filled(Function.LPAD, text, lit(width), "0"));
        });
    }
}
