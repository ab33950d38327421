package dev.sheaf.io.json;

import dev.sheaf.io.rows.Chunk;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// What the escapes of strings stand for. The strings are known to be valid.
final class JsonStrings {
    private JsonStrings() {}

    /// Whether a byte may stand between values.
    static boolean isSpace(byte value) {
        return value == ' ' || value == '\n' || value == '\r' || value == '\t';
    }

    /// The number that four hexadecimal digits are, or -1.
    static int unit(byte[] bytes, int from) {
        int value = 0;
        for (int at = from; at < from + 4; at++) {
            int digit = bytes[at] < 0 ? -1 : Character.digit(bytes[at], 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    /// A string, or a part of one.
    static String text(byte[] bytes, int from, int to, boolean escaped) {
        byte[] plain = Arrays.copyOfRange(bytes, from, to);
        int size = escaped ? unescape(bytes, from, to, plain, 0) : plain.length;
        return new String(plain, 0, size, StandardCharsets.UTF_8);
    }

    /// Puts a string behind the rows of its chunk, without its escapes; gives its end. It starts at `chunk.add(0)`.
    static int append(Chunk chunk, int from, int to) {
        int start = chunk.add(to - from);
        int end = unescape(chunk.bytes(), from, to, chunk.bytes(), start);
        chunk.added(end);
        return end;
    }

    /// No escape is shorter than what it stands for in UTF-8.
    private static int unescape(byte[] bytes, int from, int to, byte[] target, int start) {
        int end = start;
        int at = from;
        while (at < to) {
            if (bytes[at] != '\\') {
                target[end++] = bytes[at++];
            } else if (bytes[at + 1] != 'u') {
                target[end++] = plain(bytes[at + 1]);
                at += 2;
            } else {
                char unit = (char) unit(bytes, at + 2);
                at += 6;
                int point = unit;
                if (Character.isHighSurrogate(unit)) {
                    point = Character.toCodePoint(unit, (char) unit(bytes, at + 2));
                    at += 6;
                }
                end = encode(point, target, end);
            }
        }
        return end;
    }

    private static byte plain(byte escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }

    private static int encode(int point, byte[] target, int at) {
        int end = at;
        if (point < 0x80) {
            target[end++] = (byte) point;
        } else if (point < 0x800) {
            target[end++] = (byte) (0xC0 | point >> 6);
            target[end++] = (byte) (0x80 | (point & 0x3F));
        } else {
            if (point < 0x10000) {
                target[end++] = (byte) (0xE0 | point >> 12);
            } else {
                target[end++] = (byte) (0xF0 | point >> 18);
                target[end++] = (byte) (0x80 | ((point >> 12) & 0x3F));
            }
            target[end++] = (byte) (0x80 | ((point >> 6) & 0x3F));
            target[end++] = (byte) (0x80 | (point & 0x3F));
        }
        return end;
    }

    /// Puts a value behind the rows of its chunk, without the spaces between its parts; gives its end.
    static int appendCompact(Chunk chunk, int from, int to) {
        int end = chunk.add(to - from);
        byte[] bytes = chunk.bytes();
        boolean inString = false;
        for (int at = from; at < to; at++) {
            if (inString && bytes[at] == '\\') {
                bytes[end++] = bytes[at++];
            } else if (bytes[at] == '"') {
                inString = !inString;
            } else if (!inString && isSpace(bytes[at])) {
                continue;
            }
            bytes[end++] = bytes[at];
        }
        chunk.added(end);
        return end;
    }
}
