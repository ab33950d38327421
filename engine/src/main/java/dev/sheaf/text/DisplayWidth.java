package dev.sheaf.text;

/// How many columns of a terminal a text takes: two for wide East Asian characters and emoji, none for combining
/// marks.
///
/// @see <a href="https://www.unicode.org/reports/tr11/">Unicode Standard Annex 11</a>; the ranges below are its
///     wide and full-width ones, joined where only unassigned code points lie between
final class DisplayWidth {
    private static final int[][] WIDE = {
        {0x1100, 0x115F},
        {0x231A, 0x231B},
        {0x23E9, 0x23EC},
        {0x23F0, 0x23F0},
        {0x23F3, 0x23F3},
        {0x25FD, 0x25FE},
        {0x2614, 0x2615},
        {0x2648, 0x2653},
        {0x267F, 0x267F},
        {0x2693, 0x2693},
        {0x26A1, 0x26A1},
        {0x26AA, 0x26AB},
        {0x26BD, 0x26BE},
        {0x26C4, 0x26C5},
        {0x26CE, 0x26CE},
        {0x26D4, 0x26D4},
        {0x26EA, 0x26EA},
        {0x26F2, 0x26F3},
        {0x26F5, 0x26F5},
        {0x26FA, 0x26FA},
        {0x26FD, 0x26FD},
        {0x2705, 0x2705},
        {0x270A, 0x270B},
        {0x2728, 0x2728},
        {0x274C, 0x274C},
        {0x274E, 0x274E},
        {0x2753, 0x2755},
        {0x2757, 0x2757},
        {0x2795, 0x2797},
        {0x27B0, 0x27B0},
        {0x27BF, 0x27BF},
        {0x2B1B, 0x2B1C},
        {0x2B50, 0x2B50},
        {0x2B55, 0x2B55},
        {0x2E80, 0x303E},
        {0x3041, 0x4DBF},
        {0x4E00, 0xA4CF},
        {0xA960, 0xA97F},
        {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},
        {0xFE10, 0xFE19},
        {0xFE30, 0xFE6F},
        {0xFF01, 0xFF60},
        {0xFFE0, 0xFFE6},
        {0x16FE0, 0x18DFF},
        {0x1AFF0, 0x1B2FF},
        {0x1F004, 0x1F004},
        {0x1F0CF, 0x1F0CF},
        {0x1F18E, 0x1F18E},
        {0x1F191, 0x1F19A},
        {0x1F200, 0x1F265},
        {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF},
        {0x1F7E0, 0x1F7EB},
        {0x1F900, 0x1F9FF},
        {0x1FA70, 0x1FAFF},
        {0x20000, 0x3FFFD},
    };

    private DisplayWidth() {}

    /// The width of a text.
    static int of(String text) {
        int width = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            width += ofCodePoint(codePoint);
            i += Character.charCount(codePoint);
        }
        return width;
    }

    private static int ofCodePoint(int codePoint) {
        if (codePoint < 0x300) {
            return 1;
        }
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> isWide(codePoint) ? 2 : 1;
        };
    }

    private static boolean isWide(int codePoint) {
        int low = 0;
        int high = WIDE.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (codePoint < WIDE[middle][0]) {
                high = middle - 1;
            } else if (codePoint > WIDE[middle][1]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }

    /// The text, cut to `width` with an ellipsis at the end if it is wider.
    static String cut(String text, int width) {
        if (of(text) <= width) {
            return text;
        }
        int end = 0;
        int used = 1;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            used += ofCodePoint(codePoint);
            if (used > width) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end) + "…";
    }
}
