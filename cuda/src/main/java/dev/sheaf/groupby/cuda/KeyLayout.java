package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.kernel.CudaType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/// How the key columns of a row become one word: a number in mixed radix, a part a column, the first part lowest.
///
/// What the kernels are compiled for are the types of the parts and the width of the word; ranges and places are
/// parameters.
///
/// @param isShifted whether each part has bits of its own instead: less dense, but taken apart without divisions,
///     which counts when there are many groups
record KeyLayout(List<KeyPart> parts, boolean isShifted) {
    private static final int MAX_TEXT = 16;
    private static final int NARROW_BITS = 32;

    KeyLayout {
        parts = List.copyOf(parts);
    }

    /// In mixed radix.
    KeyLayout(List<KeyPart> parts) {
        this(parts, false);
    }

    /// The same with bits of its own for each part.
    KeyLayout shifted() {
        return parts.size() == 1 ? this : new KeyLayout(parts, true);
    }

    /// How many words there are.
    BigInteger words() {
        if (isShifted) {
            return BigInteger.ONE.shiftLeft(
                    parts.stream().mapToInt(KeyLayout::bits).sum());
        }
        return parts.stream().map(KeyPart::numbers).reduce(BigInteger.ONE, BigInteger::multiply);
    }

    private static int bits(KeyPart part) {
        return Math.max(part.numbers().subtract(BigInteger.ONE).bitLength(), 1);
    }

    /// Bits of a word.
    int bits() {
        return Math.max(words().subtract(BigInteger.ONE).bitLength(), 1);
    }

    private BigInteger greatestWord() {
        if (!isShifted) {
            return words().subtract(BigInteger.ONE);
        }
        BigInteger word = BigInteger.ZERO;
        int shift = 0;
        for (KeyPart part : parts) {
            word = word.add(part.numbers().subtract(BigInteger.ONE).shiftLeft(shift));
            shift += bits(part);
        }
        return word;
    }

    /// The type of a word, in which there is one number more: tables keep a word plus 1, since 0 is a free place
    /// there. The numbers of several parts may be 2^32 or 2^64 words, those of two or four shorts are.
    CudaType wordType() {
        int bits = greatestWord().add(BigInteger.ONE).bitLength();
        if (bits <= Integer.SIZE) {
            return CudaType.U32;
        }
        return bits <= Long.SIZE ? CudaType.U64 : CudaType.U128;
    }

    /// Whether the numbers of a text fit 32 bits.
    static boolean isNarrow(KeyPart.Text text) {
        return text.numbers().bitLength() <= NARROW_BITS;
    }

    /// Whether the numbers of a text are below 2^31.
    static boolean isSmall(KeyPart.Text text) {
        return text.numbers().bitLength() < NARROW_BITS;
    }

    List<KeyPart.Text> texts() {
        return parts.stream()
                .filter(KeyPart.Text.class::isInstance)
                .map(KeyPart.Text.class::cast)
                .toList();
    }

    /// Appends `struct Layout`.
    void write(KernelStruct struct) {
        BigInteger place = BigInteger.ONE;
        int shift = 0;
        for (KeyPart part : parts) {
            struct.add(part instanceof KeyPart.Numbers numbers ? numbers.base() : 0L)
                    .add(part.range().longValue());
            if (isShifted) {
                struct.add((long) shift).add(-1L >>> (Long.SIZE - bits(part)));
            } else {
                struct.add(place.longValue()).add(place.shiftRight(Long.SIZE).longValue());
            }
            shift += bits(part);
            place = place.multiply(part.numbers());
        }
        texts().forEach(text -> writeText(text, struct));
        if (texts().isEmpty()) {
            writeText(new KeyPart.Text(0, false, false, 0, 0, new byte[0], new byte[0]), struct);
        }
    }

    private static void writeText(KeyPart.Text text, KernelStruct struct) {
        struct.add(text.shortest())
                .add(text.longest() - text.shortest() + 1)
                .add(Arrays.copyOf(text.least(), MAX_TEXT))
                .add(Arrays.copyOf(text.last(), MAX_TEXT));
        for (int position = 0; position < MAX_TEXT; position++) {
            struct.add(position < text.longest() ? text.place(position).longValue() : 1L);
        }
        struct.add(text.place(text.longest()).longValue());
        byte[] shifts = new byte[MAX_TEXT];
        for (int position = 0; position < MAX_TEXT; position++) {
            long place = position < text.longest() && isSmall(text)
                    ? text.place(position).longValue()
                    : 1;
            Division division = Division.by(Math.max(place, 2));
            struct.add(division.magic());
            shifts[position] = (byte) division.shift();
        }
        struct.add(shifts);
    }
}
