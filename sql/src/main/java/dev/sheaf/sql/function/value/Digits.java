package dev.sheaf.sql.function.value;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/// Numbers and bytes as digits, and back.
public final class Digits {
    private static final int HEX = 16;
    private static final int MOST_BASE = 36;

    private Digits() {}

    /// A whole number without leading zeros, below 0 as its 64 bits; of a text or bytes two digits for each byte.
    public static String hex(Object value) {
        return isWhole(value)
                ? unsigned(value).toString(HEX).toUpperCase(Locale.ROOT)
                : HexFormat.of().withUpperCase().formatHex(bytes("hex", value));
    }

    public static String binary(Object value) {
        if (isWhole(value)) {
            return unsigned(value).toString(2);
        }
        StringBuilder bits = new StringBuilder();
        for (byte each : bytes("bin", value)) {
            bits.append(Integer.toBinaryString(0x100 | (each & 0xFF)), 1, 9);
        }
        return bits.toString();
    }

    private static boolean isWhole(Object value) {
        return value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof BigInteger;
    }

    private static BigInteger unsigned(Object whole) {
        BigInteger value = new BigInteger(whole.toString());
        return value.signum() < 0 ? value.add(BigInteger.ONE.shiftLeft(Long.SIZE)) : value;
    }

    private static byte[] bytes(String function, Object value) {
        return switch (value) {
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            case byte[] bytes -> bytes;
            default -> throw new IllegalArgumentException(function + " takes whole numbers, texts and bytes");
        };
    }

    public static byte[] unhex(String digits) {
        return HexFormat.of().parseHex(digits.length() % 2 == 0 ? digits : "0" + digits);
    }

    /// The bytes of binary digits, the first of which may be few.
    public static byte[] ofBinary(String digits) {
        byte[] bytes = new byte[(digits.length() + Byte.SIZE - 1) / Byte.SIZE];
        for (int i = 0; i < digits.length(); i++) {
            int bit = digits.length() - 1 - i;
            char digit = digits.charAt(i);
            if (digit != '0' && digit != '1') {
                throw new IllegalArgumentException("'" + digit + "' is no binary digit");
            }
            bytes[bytes.length - 1 - bit / Byte.SIZE] |= (byte) ((digit - '0') << (bit % Byte.SIZE));
        }
        return bytes;
    }

    public static String base64(Object value) {
        return Base64.getEncoder().encodeToString(bytes("base64", value));
    }

    public static byte[] fromBase64(String text) {
        return Base64.getDecoder().decode(text);
    }

    /// The digest of a text's UTF-8 or of bytes, as hexadecimal digits.
    public static String digest(String algorithm, Object value) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes(algorithm, value)));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalArgumentException("this JVM has no " + algorithm, missing);
        }
    }

    /// Digits of a base from 2 to 36, filled up by zeros.
    public static String inBase(long value, int base, int least) {
        if (value < 0 || base < 2 || base > MOST_BASE) {
            throw new IllegalArgumentException("takes a number of 0 or more, and a base from 2 to " + MOST_BASE);
        }
        String digits = Long.toString(value, base).toUpperCase(Locale.ROOT);
        return "0".repeat(Math.max(0, least - digits.length())) + digits;
    }
}
