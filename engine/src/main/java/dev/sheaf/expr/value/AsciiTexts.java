package dev.sheaf.expr.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Texts of ASCII letters and digits, written one behind the other into one array.
///
/// Numbers are written as bytes at once: no object is made for a value.
public final class AsciiTexts {
    /// The logarithm of 2 to the base of 10, times 2^12.
    private static final int LOG_2 = 1233;

    private static final int LOG_2_SHIFT = 12;

    private static final int PAIRS = 100;

    /// The numbers below 100 as two digits each.
    private static final byte[] DIGITS = pairs();

    private byte[] bytes = new byte[64];
    private int size;
    private int start;

    /// Forgets all texts.
    public void clear() {
        size = 0;
        start = 0;
    }

    /// Begins the next text, and returns where it starts.
    public int begin() {
        start = size;
        return start;
    }

    /// The bytes of all texts; another array once more are written.
    public byte[] bytes() {
        return bytes;
    }

    /// How many bytes all texts have.
    public int size() {
        return size;
    }

    /// Whether nothing of the text that was begun last is written yet.
    public boolean isEmpty() {
        return size == start;
    }

    /// Adds a character.
    public AsciiTexts append(char letter) {
        ensure(1);
        bytes[size++] = (byte) letter;
        return this;
    }

    /// Adds characters.
    public AsciiTexts append(CharSequence text) {
        int count = text.length();
        ensure(count);
        for (int i = 0; i < count; i++) {
            bytes[size + i] = (byte) text.charAt(i);
        }
        size += count;
        return this;
    }

    /// Adds a whole number, with its sign if it is negative. The least one is its own negative, and right unsigned.
    public AsciiTexts append(long value) {
        if (value < 0) {
            append('-');
        }
        return padded(value < 0 ? -value : value, 1);
    }

    /// Adds an unsigned number with zeros before it up to so many digits.
    public AsciiTexts padded(long value, int digits) {
        if (value < 0) {
            padded(Long.divideUnsigned(value, 10), digits - 1);
            return append((char) ('0' + Long.remainderUnsigned(value, 10)));
        }
        int count = value < PAIRS && digits == 2 ? 2 : Math.max(digits, digits(value));
        ensure(count);
        write(bytes, size, size + count, value);
        size += count;
        return this;
    }

    /// How many digits a number that is not negative has, none for 0.
    private static int digits(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
        int least = (bits * LOG_2) >>> LOG_2_SHIFT;
        return least + (value >= Powers.longTen(least) ? 1 : 0);
    }

    /// Writes the digits of a number to all places from `from` to `end`, two at a time.
    private static void write(byte[] bytes, int from, int end, long value) {
        long left = value;
        int at = end;
        for (; at - 2 >= from; at -= 2) {
            long rest = left / PAIRS;
            int pair = (int) (left - PAIRS * rest) << 1;
            bytes[at - 1] = DIGITS[pair + 1];
            bytes[at - 2] = DIGITS[pair];
            left = rest;
        }
        if (at > from) {
            bytes[from] = (byte) ('0' + left);
        }
    }

    private static byte[] pairs() {
        byte[] digits = new byte[2 * PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            digits[2 * i] = (byte) ('0' + i / 10);
            digits[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return digits;
    }

    /// The text that was begun last.
    @Override
    public String toString() {
        return new String(bytes, start, size - start, StandardCharsets.US_ASCII);
    }

    /// Takes zeros from the end of the text.
    public void dropZeros() {
        while (size > start && bytes[size - 1] == '0') {
            size--;
        }
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }
}
