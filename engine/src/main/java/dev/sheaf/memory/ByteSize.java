package dev.sheaf.memory;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes in bytes as people read and write them.
public final class ByteSize {
    private static final Pattern TEXT =
            Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kmgt]?)(i?)(b?)", Pattern.CASE_INSENSITIVE);
    private static final String PREFIXES = "kmgt";

    private ByteSize() {}

    /// Writes a size with a binary unit and three significant digits: `1.50 GiB`, `64 B`.
    public static String format(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        int unit = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
        double scaled = bytes / (double) (1L << (10 * unit));
        int decimals = scaled < 10 ? 2 : scaled < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f %ciB", scaled, "KMGTPE".charAt(unit - 1));
    }

    /// Reads a size such as `512`, `64k`, `1.5GiB` or `256 MB`.
    ///
    /// `kB`, `MB`, `GB` and `TB` are powers of 1000; a bare `k`, `m`, `g`, `t` and the `i` forms are powers of
    /// 1024.
    ///
    /// @throws IllegalArgumentException if the text is not a size, or not between 1 and 2^63 - 1 bytes
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a size; write for example 512MB, 4GiB or 1073741824");
        }
        boolean decimal = !matcher.group(4).isEmpty() && matcher.group(3).isEmpty();
        int power = matcher.group(2).isEmpty()
                ? 0
                : PREFIXES.indexOf(Character.toLowerCase(matcher.group(2).charAt(0))) + 1;
        double bytes = Double.parseDouble(matcher.group(1)) * Math.pow(decimal ? 1000 : 1024, power);
        if (bytes < 1 || bytes >= Long.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a size of \"" + text + "\" is out of range; use at least 1 byte and less than 8 EiB");
        }
        return (long) bytes;
    }
}
