package dev.sheaf.io.remote.s3;

import java.nio.charset.StandardCharsets;

/// Keys as they stand in addresses: every byte but letters, digits and `-._~` encoded, which is what signatures ask.
final class Keys {
    private static final String PLAIN = "-._~";

    private Keys() {}

    /// A key as a path, whose separators stay.
    static String path(String key) {
        return encoded(key, "/");
    }

    /// The value of a parameter.
    static String parameter(String value) {
        return encoded(value, "");
    }

    private static String encoded(String text, String also) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0 || also.indexOf(c) >= 0);
            if (plain) {
                encoded.append(c);
            } else {
                encoded.append('%').append(String.format("%02X", (int) c));
            }
        }
        return encoded.toString();
    }
}
