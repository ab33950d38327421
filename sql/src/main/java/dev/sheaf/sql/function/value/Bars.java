package dev.sheaf.sql.function.value;

/// Bars of text, to be seen below each other.
public final class Bars {
    private static final int EIGHTHS = 8;
    private static final int MOST = 1000;
    private static final String PARTS = " ▏▎▍▌▋▊▉";

    private Bars() {}

    /// A bar that is as long as a value lies between two others, filled up with blanks to a width in characters.
    ///
    /// @throws IllegalArgumentException if the width is below 1 or above 1000, or a bound is not finite
    public static String of(double value, double least, double most, double width) {
        if (!(width >= 1 && width <= MOST)) {
            throw new IllegalArgumentException("a bar is 1 to " + MOST + " characters wide");
        }
        double length = length(value, least, most, width);
        if (!Double.isFinite(length)) {
            throw new IllegalArgumentException("a bar lies between two finite numbers");
        }
        int eighths = (int) (EIGHTHS * length);
        String part = eighths % EIGHTHS == 0 ? "" : String.valueOf(PARTS.charAt(eighths % EIGHTHS));
        String bar = "█".repeat(eighths / EIGHTHS) + part;
        return bar + " ".repeat(Math.max(0, (int) width - bar.length()));
    }

    private static double length(double value, double least, double most, double width) {
        if (!(value > least) || Double.isNaN(most)) {
            return 0;
        }
        return value >= most ? width : width * (value - least) / (most - least);
    }
}
