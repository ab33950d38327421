package dev.sheaf.expr.value;

import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/// Lower and upper case, code point by code point, as DuckDB maps them: no letter becomes two, and no language is
/// special.
public final class LetterCase {
    private static final int SHARP_S = 0xdf;
    private static final int CAPITAL_SHARP_S = 0x1e9e;

    /// Code points of at most two bytes of UTF-8, those of most alphabets, are looked up.
    private static final int KNOWN = 0x800;

    private static final char[] LOWER = known(Character::toLowerCase);
    private static final char[] UPPER = known(LetterCase::findUpper);

    private LetterCase() {}

    private static char[] known(IntUnaryOperator map) {
        char[] known = new char[KNOWN];
        for (int codePoint = 0; codePoint < KNOWN; codePoint++) {
            known[codePoint] = (char) map.applyAsInt(codePoint);
        }
        return known;
    }

    private static int findUpper(int codePoint) {
        return codePoint == SHARP_S ? CAPITAL_SHARP_S : Character.toUpperCase(codePoint);
    }

    public static int lower(int codePoint) {
        return codePoint < KNOWN ? LOWER[codePoint] : Character.toLowerCase(codePoint);
    }

    public static int upper(int codePoint) {
        return codePoint < KNOWN ? UPPER[codePoint] : findUpper(codePoint);
    }

    public static String lower(String text) {
        return text.codePoints()
                .map(LetterCase::lower)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
