package dev.sheaf.sql.function.value;

import dev.sheaf.memory.Utf8Text;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Functions of one text.
public final class Texts {
    private static final int HEX = 16;
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");
    private static final Pattern SPECIAL = Pattern.compile("[\\x00-\\x7F&&[^A-Za-z0-9_]]");

    private static final Pattern BYTES =
            Pattern.compile("\\s*(\\d+(?:\\.\\d*)?)\\s*(bytes?|B|[KMGT]i?B)\\s*", Pattern.CASE_INSENSITIVE);

    private Texts() {}

    public static String withoutAccents(String text) {
        return composed(
                MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD)).replaceAll(""));
    }

    public static String composed(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /// All bytes but letters, digits and `-_.~` as `%` and two digits.
    public static String urlEncoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }

    /// A percent sign without two digits behind it stands for itself.
    public static String urlDecoded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[bytes.length];
        int length = 0;
        for (int i = 0; i < bytes.length; i++) {
            boolean isCode = bytes[i] == '%' && i + 2 < bytes.length && isHex(bytes[i + 1]) && isHex(bytes[i + 2]);
            out[length++] = isCode
                    ? (byte) (Character.digit(bytes[i + 1], HEX) * HEX + Character.digit(bytes[i + 2], HEX))
                    : bytes[i];
            i += isCode ? 2 : 0;
        }
        return new String(out, 0, length, StandardCharsets.UTF_8);
    }

    private static boolean isHex(byte digit) {
        return Character.digit(digit, HEX) >= 0;
    }

    public static byte[] encoded(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String decoded(byte[] bytes) {
        return Utf8Text.of(bytes).orElseThrow(() -> new IllegalArgumentException("these bytes are no text"));
    }

    public static Object raised(String message) {
        throw new IllegalArgumentException(message);
    }

    public static String regexEscaped(String text) {
        return SPECIAL.matcher(text).replaceAll("\\\\$0");
    }

    /// The first code point, -1 of an empty text.
    public static int codePoint(String text) {
        return text.isEmpty() ? -1 : text.codePointAt(0);
    }

    /// A number of bytes with one digit behind the point, in the largest unit that it reaches.
    public static String bytes(long bytes, int step, String units) {
        double most = Math.abs((double) bytes);
        if (most < step) {
            return bytes + (Math.abs(bytes) == 1 ? " byte" : " bytes");
        }
        List<String> names = List.of(units.split("\\|"));
        int unit = -1;
        double rest = most;
        while (rest >= step && unit < names.size() - 1) {
            rest /= step;
            unit++;
        }
        double cut = Math.floor(rest * 10) / 10;
        return (bytes < 0 ? "-" : "") + String.format(Locale.ROOT, "%.1f", cut) + names.get(unit);
    }

    /// How many bytes `1.5 GB` or `2 KiB` are, cut to a whole number.
    public static long byteCount(String text) {
        Matcher parts = BYTES.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no number of bytes; write 1.5 GB or 2 KiB");
        }
        int power = "KMGT".indexOf(parts.group(2).toUpperCase(Locale.ROOT).charAt(0)) + 1;
        long unit = 1;
        for (int i = 0; i < power; i++) {
            unit *= parts.group(2).toUpperCase(Locale.ROOT).contains("I") ? 1024 : 1000;
        }
        return (long) (Double.parseDouble(parts.group(1)) * unit);
    }
}
