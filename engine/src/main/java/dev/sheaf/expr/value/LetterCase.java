package dev.sheaf.expr.value;

import java.util.stream.Collectors;

/// Lower and upper case, code point by code point, as DuckDB maps them: no letter becomes two, and no language is
/// special.
public final class LetterCase {
    private static final int SHARP_S = 0xdf;
    private static final int CAPITAL_SHARP_S = 0x1e9e;

    private LetterCase() {}

    public static int lower(int codePoint) {
        return Character.toLowerCase(codePoint);
    }

    public static int upper(int codePoint) {
        return codePoint == SHARP_S ? CAPITAL_SHARP_S : Character.toUpperCase(codePoint);
    }

    public static String lower(String text) {
        return text.codePoints()
                .map(LetterCase::lower)
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
