package dev.sheaf.groupby.cpu;

import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Texts that are all of one size, begin alike and end in digits, as the numbers that these digits are:
/// `id0000000042` as 42, `Customer#000001234` as 1234.
///
/// Only the last eight bytes may differ, and of them only the digits at the end, so that numbers are int32. What is
/// read of a text is its last eight bytes as a word, and what lies before them is compared with a sample's.
/// One instance serves one thread.
final class DigitTexts {
    private static final String PURPOSE = "group keys";

    /// Longer texts, all bytes of which would have to be compared, are not taken.
    private static final int MOST_BYTES = 64;

    // Constants of eight bytes each: the digit 0, and what makes bytes from 10 on reach into the upper half.
    private static final long ZEROS = 0x3030_3030_3030_3030L;
    private static final long SIXES = 0x0606_0606_0606_0606L;
    private static final long LOW_HALVES = 0x0F0F_0F0F_0F0F_0F0FL;
    private static final long HIGH_HALVES = 0xF0F0_F0F0_F0F0_F0F0L;

    private final int size;
    private final long last;
    private final long digits;
    private final long[] before;
    private final long beforeMask;
    private final int[] starts;

    /// All ones for each row of the chunk that is valid, 0 for nulls.
    private final MemorySegment valid;

    private final long[] words;

    /// Numbers of the chunk that was read last.
    private final int[] numbers;

    private DigitTexts(int size, long last, long digits, long[] before, int chunkRows) {
        this.size = size;
        this.last = last;
        this.digits = digits;
        this.before = before;
        int rest = (size - Long.BYTES) & Long.BYTES - 1;
        this.beforeMask = rest == 0 ? -1 : (1L << (rest << 3)) - 1;
        if (before.length > 0) {
            before[before.length - 1] &= beforeMask;
        }
        this.starts = new int[chunkRows + 1];
        this.valid = Arena.ofAuto().allocate((long) (chunkRows + Long.SIZE) * Integer.BYTES, Long.BYTES);
        this.words = new long[chunkRows];
        this.numbers = new int[chunkRows];
    }

    /// For texts like those of some rows, at most a chunk; null if these are not all such, or differ in no more than
    /// `fewBits` bits.
    static @Nullable DigitTexts of(VarColumn column, long from, int rows, int fewBits, int chunkRows) {
        long row = from;
        while (row < from + rows && !column.validity().isValid(row)) {
            row++;
        }
        long size = row < from + rows ? column.offsets().size(row) : 0;
        if (size == 0 || size > MOST_BYTES || column.offsets().wide()) {
            return null;
        }
        long start = column.offsets().start(row);
        long last = lastWord(column.segment(), start, (int) size);
        long[] before = new long[(int) Math.max(0, size - 1) / Long.BYTES];
        for (int i = 0; i < before.length; i++) {
            before[i] = column.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, start + (long) i * Long.BYTES);
        }
        DigitTexts texts = new DigitTexts((int) size, last, digitsOf(last, (int) size), before, chunkRows);
        return texts.read(column, from, rows) && texts.differingBits(rows) > fewBits ? texts : null;
    }

    private static long lastWord(MemorySegment bytes, long start, int size) {
        return size >= Long.BYTES
                ? bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start + size - Long.BYTES)
                : bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, start) << ((Long.BYTES - size) << 3);
    }

    /// The bytes at the end that are digits.
    private static long digitsOf(long word, int size) {
        long mask = 0;
        for (int at = Long.BYTES - 1; at >= Math.max(0, Long.BYTES - size); at--) {
            long digit = (word >>> (at << 3) & 0xFF) - '0';
            if (digit < 0 || digit > 9) {
                return mask;
            }
            mask |= 0xFFL << (at << 3);
        }
        return mask;
    }

    private int differingBits(int rows) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            bits |= words[i] ^ last;
        }
        return Long.bitCount(bits);
    }

    /// Reads a chunk, so that [#numbers()] are its; false if some text is not of this kind. The number of a null is
    /// that of some text.
    boolean read(VarColumn column, long from, int rows) {
        if (column.offsets().wide()) {
            return false;
        }
        MemorySegment offsets = column.offsets().segment();
        MemorySegment.copy(offsets, ValueLayout.JAVA_INT_UNALIGNED, from << 2, starts, 0, rows + 1);
        if (column.validity().allValid()) {
            return otherSizes(starts, rows, size) == 0 && read(column.segment(), rows);
        }
        return readNullable(column, from, rows);
    }

    /// A null has no bytes, so it starts where the next text does and has its number; one with bytes, and those behind
    /// the last text, are moved to that.
    private boolean readNullable(VarColumn column, long from, int rows) {
        int last = -1;
        for (int i = 0; i < rows; i += Long.SIZE) {
            long bits = column.validity().word(from + i) & (-1L >>> Math.max(0, Long.SIZE - (rows - i)));
            MaskBits.widen(bits, valid, (long) i * Integer.BYTES);
            last = bits == 0 ? last : i + Long.SIZE - 1 - Long.numberOfLeadingZeros(bits);
        }
        if (last < 0) {
            Arrays.fill(numbers, 0, rows, 0);
            return true;
        }
        int shown = starts[last];
        if (differingSizes(starts, valid, last, size) != 0 && moveNulls(starts, valid, shown, last, size) != 0) {
            return false;
        }
        boolean fits = starts[last + 1] - shown == size;
        Arrays.fill(starts, last, rows, shown);
        return fits && read(column.segment(), rows);
    }

    private static int otherSizes(int[] starts, int rows, int size) {
        int differing = 0;
        for (int i = 0; i < rows; i++) {
            differing |= (starts[i + 1] - starts[i]) ^ size;
        }
        return differing;
    }

    /// Not 0 if a text is not of the size, or a null has bytes.
    private static int differingSizes(int[] starts, MemorySegment valid, int rows, int size) {
        int differing = 0;
        for (int i = 0; i < rows; i++) {
            int own = size & valid.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2);
            differing |= (starts[i + 1] - starts[i]) ^ own;
        }
        return differing;
    }

    /// Lets nulls start at `shown`; not 0 if texts that are no nulls have another size.
    private static int moveNulls(int[] starts, MemorySegment valid, int shown, int rows, int size) {
        int differing = 0;
        for (int i = 0; i < rows; i++) {
            int own = valid.get(ValueLayout.JAVA_INT_UNALIGNED, (long) i << 2);
            differing |= ((starts[i + 1] - starts[i]) ^ size) & own;
            starts[i] = shown ^ ((starts[i] ^ shown) & own);
        }
        return differing;
    }

    private boolean read(MemorySegment bytes, int rows) {
        long wrong = 0;
        for (int i = 0; i < before.length; i++) {
            long mask = i == before.length - 1 ? beforeMask : -1;
            wrong |= differing(bytes, starts, i * Long.BYTES, rows, before[i]) & mask;
        }
        load(bytes, starts, Math.max(0, size - Long.BYTES), Math.max(0, Long.BYTES - size) << 3, rows, words);
        if ((wrong | wrong(words, rows, last, digits)) != 0) {
            return false;
        }
        numbers(words, rows, digits & LOW_HALVES, numbers);
        return true;
    }

    private static long differing(MemorySegment bytes, int[] starts, int offset, int rows, long sample) {
        long bits = 0;
        for (int i = 0; i < rows; i++) {
            bits |= bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) starts[i] + offset) ^ sample;
        }
        return bits;
    }

    private static void load(MemorySegment bytes, int[] starts, int offset, int up, int rows, long[] words) {
        for (int i = 0; i < rows; i++) {
            words[i] = bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) starts[i] + offset) << up;
        }
    }

    /// Not 0 if some word differs from the sample other than in digits.
    private static long wrong(long[] words, int rows, long sample, long digits) {
        long bad = 0;
        for (int i = 0; i < rows; i++) {
            long values = (words[i] ^ ZEROS) & digits;
            bad |= ((words[i] ^ sample) & ~digits) | ((values | (values + SIXES)) & HIGH_HALVES & digits);
        }
        return bad;
    }

    private static void numbers(long[] words, int rows, long mask, int[] numbers) {
        for (int i = 0; i < rows; i++) {
            numbers[i] = (int) TextDigits.digits(words[i] & mask);
        }
    }

    /// The numbers of the chunk that was read last.
    int[] numbers() {
        return numbers;
    }

    /// Whether every number stands for the same text in `other`.
    boolean isLike(DigitTexts other) {
        return size == other.size
                && digits == other.digits
                && ((last ^ other.last) & ~digits) == 0
                && Arrays.equals(before, other.before);
    }

    /// The texts of numbers, of a type; a null is the same.
    VarColumn texts(FixedColumn chosen, DataType type, MemoryPool pool) {
        long rows = chosen.length();
        boolean wide = rows * size > Integer.MAX_VALUE - Long.BYTES;
        try (Scope scope = new Scope()) {
            Buffer offsets = scope.add(pool.allocate((rows + 1) * (wide ? Long.BYTES : Integer.BYTES), PURPOSE));
            Buffer bytes = scope.add(pool.allocate(rows * size + Long.BYTES, PURPOSE));
            writeOffsets(offsets.segment(), rows, wide);
            writeTexts(chosen.segment(), rows, bytes.segment());
            scope.release();
            return new VarColumn(
                    type,
                    new Offsets(offsets, wide, rows),
                    bytes,
                    chosen.validity().slice(0, rows));
        }
    }

    private void writeOffsets(MemorySegment offsets, long rows, boolean wide) {
        for (long row = 0; row <= rows; row++) {
            if (wide) {
                offsets.setAtIndex(ValueLayout.JAVA_LONG, row, row * size);
            } else {
                offsets.setAtIndex(ValueLayout.JAVA_INT, row, (int) (row * size));
            }
        }
    }

    /// A text is written from its start on, in words that may reach into the next one.
    private void writeTexts(MemorySegment values, long rows, MemorySegment bytes) {
        int offset = Math.max(0, size - Long.BYTES);
        int down = Math.max(0, Long.BYTES - size) << 3;
        long same = last & ~(digits & LOW_HALVES);
        for (long row = 0; row < rows; row++) {
            long start = row * size;
            for (int i = 0; i < before.length; i++) {
                bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, start + (long) i * Long.BYTES, before[i]);
            }
            int number = values.getAtIndex(ValueLayout.JAVA_INT, row);
            long word = same | (TextDigits.bytes(number) & digits & LOW_HALVES);
            bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, start + offset, word >>> down);
        }
    }

    /// What texts are like, in words.
    @Override
    public String toString() {
        return "texts of " + size + " bytes that differ in digits at their end alone";
    }
}
