package dev.sheaf.expr.value;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Functions of texts that have no form on their bytes yet.
public final class TextFunctions {
    private static final long MOST_CELLS = 1L << 32;
    private static final int FIRST_BEYOND_ASCII = 128;
    private static final Pattern CHARACTER = Pattern.compile("\\X");

    private TextFunctions() {}

    /// The part of a number, from 1 or, if it is negative, from the end; empty if there is none. Without a separator
    /// each code point is a part.
    public static String splitPart(String text, String separator, long number) {
        List<String> parts = parts(text, separator);
        long index = number < 0 ? parts.size() + number : number - 1;
        return index >= 0 && index < parts.size() ? parts.get((int) index) : "";
    }

    private static List<String> parts(String text, String separator) {
        if (separator.isEmpty()) {
            return text.codePoints().mapToObj(Character::toString).toList();
        }
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int to = text.indexOf(separator); to >= 0; to = text.indexOf(separator, from)) {
            parts.add(text.substring(from, to));
            from = to + separator.length();
        }
        parts.add(text.substring(from));
        return parts;
    }

    /// The text with each code point of `from` replaced by that of `to` at the same place, or left out.
    public static String translate(String text, String from, String to) {
        int[] known = from.codePoints().toArray();
        int[] others = to.codePoints().toArray();
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(point -> {
            int index = 0;
            while (index < known.length && known[index] != point) {
                index++;
            }
            if (index == known.length) {
                out.appendCodePoint(point);
            } else if (index < others.length) {
                out.appendCodePoint(others[index]);
            }
        });
        return out.toString();
    }

    /// The characters from the last to the first. What a reader sees as one character stays as it is: a letter with
    /// its accents, an emoji with its colour, a line end of two (Unicode's extended grapheme clusters). A text of
    /// ASCII alone is reversed byte by byte, as DuckDB does.
    public static String reverse(String text) {
        if (text.chars().allMatch(c -> c < FIRST_BEYOND_ASCII)) {
            return new StringBuilder(text).reverse().toString();
        }
        List<String> characters =
                CHARACTER.matcher(text).results().map(MatchResult::group).collect(Collectors.toList());
        return String.join("", characters.reversed());
    }

    /// The digest of the UTF-8 form by MD5 or SHA-256, in hexadecimal digits.
    public static String digest(String algorithm, String text) {
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalArgumentException("this JVM has no " + algorithm, missing);
        }
    }

    /// The text of one code point.
    public static String character(long point) {
        if (point < 0 || point > Character.MAX_CODE_POINT) {
            throw new IllegalArgumentException("chr takes the number of a character, not " + point);
        }
        return Character.toString((int) point);
    }

    /// The first code point, 0 of an empty text.
    public static long codePoint(String text) {
        return text.isEmpty() ? 0 : text.codePointAt(0);
    }

    /// How many bytes have to be inserted, left out or replaced to make one text the other.
    public static long distance(String left, String right) {
        byte[] a = left.getBytes(StandardCharsets.UTF_8);
        byte[] b = right.getBytes(StandardCharsets.UTF_8);
        if ((long) a.length * b.length > MOST_CELLS) {
            throw new IllegalArgumentException(
                    "levenshtein: texts of " + a.length + " and " + b.length + " bytes take too long");
        }
        long[] above = new long[b.length + 1];
        for (int j = 0; j <= b.length; j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length; i++) {
            long corner = above[0];
            above[0] = i;
            for (int j = 1; j <= b.length; j++) {
                long replaced = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
                corner = above[j];
                above[j] = Math.min(replaced, 1 + Math.min(above[j], above[j - 1]));
            }
        }
        return above[b.length];
    }
}
