package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.Division;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the key columns of a row become one word: a number in mixed radix, a part a column, the first part lowest.
///
/// What the kernels are compiled for are the types of the parts and the width of the word; ranges and places are
/// parameters. What a layout comes to is found once.
public final class KeyLayout {
    private static final int MAX_TEXT = 16;
    private static final int NARROW_BITS = 32;
    private static final KeyPart.Text NO_TEXT = new KeyPart.Text(0, false, false, 0, 0, new byte[0], new byte[0]);

    private final List<KeyPart> parts;
    private final boolean isShifted;
    private final List<KeyPart.Text> texts;
    private final BigInteger[] numbers;
    private final BigInteger words;
    private final int bits;
    private final int shiftedBits;
    private final CudaType wordType;
    private volatile long @Nullable [] struct;
    private volatile @Nullable KeyLayout shifted;

    /// A layout in mixed radix.
    public KeyLayout(List<KeyPart> parts) {
        this(parts, false);
    }

    /// @param isShifted whether each part has bits of its own instead: less dense, but taken apart without
    ///     divisions, which counts when there are many groups
    public KeyLayout(List<KeyPart> parts, boolean isShifted) {
        this.parts = List.copyOf(parts);
        this.isShifted = isShifted;
        this.texts = texts(parts);
        this.numbers = new BigInteger[parts.size()];
        BigInteger product = BigInteger.ONE;
        BigInteger greatest = BigInteger.ZERO;
        int shift = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = parts.get(i).numbers();
            product = product.multiply(numbers[i]);
            greatest = isShifted ? greatest.add(last(numbers[i]).shiftLeft(shift)) : last(product);
            shift += bits(numbers[i]);
        }
        this.words = isShifted ? BigInteger.ONE.shiftLeft(shift) : product;
        this.bits = bits(words);
        this.shiftedBits = shift;
        this.wordType = wordType(greatest);
    }

    private static List<KeyPart.Text> texts(List<KeyPart> parts) {
        List<KeyPart.Text> texts = new ArrayList<>();
        for (KeyPart part : parts) {
            if (part instanceof KeyPart.Text text) {
                texts.add(text);
            }
        }
        return List.copyOf(texts);
    }

    private static BigInteger last(BigInteger numbers) {
        return numbers.subtract(BigInteger.ONE);
    }

    private static int bits(BigInteger numbers) {
        return Math.max(last(numbers).bitLength(), 1);
    }

    /// The type of a word, in which there is one number more: tables keep a word plus 1, since 0 is a free place
    /// there. The numbers of several parts may be 2^32 or 2^64 words, those of two or four shorts are.
    private static CudaType wordType(BigInteger greatestWord) {
        int bits = greatestWord.add(BigInteger.ONE).bitLength();
        if (bits <= Integer.SIZE) {
            return CudaType.U32;
        }
        return bits <= Long.SIZE ? CudaType.U64 : CudaType.U128;
    }

    public List<KeyPart> parts() {
        return parts;
    }

    boolean isShifted() {
        return isShifted;
    }

    /// The same with bits of its own for each part.
    public KeyLayout shifted() {
        KeyLayout known = isShifted || parts.size() == 1 ? this : shifted;
        if (known == null) {
            known = new KeyLayout(parts, true);
            shifted = known;
        }
        return known;
    }

    /// How many words there are.
    public BigInteger words() {
        return words;
    }

    /// Bits of a word.
    public int bits() {
        return bits;
    }

    /// Bits of a word in which each part has bits of its own.
    int shiftedBits() {
        return shiftedBits;
    }

    /// The type of a word.
    public CudaType wordType() {
        return wordType;
    }

    public List<KeyPart.Text> texts() {
        return texts;
    }

    /// Whether the numbers of a text fit 32 bits.
    public static boolean isNarrow(KeyPart.Text text) {
        return text.numbers().bitLength() <= NARROW_BITS;
    }

    /// Whether the numbers of a text are below 2^31.
    static boolean isSmall(KeyPart.Text text) {
        return text.numbers().bitLength() < NARROW_BITS;
    }

    /// Appends `struct Layout`.
    public void write(KernelStruct to) {
        long[] known = struct;
        if (known == null) {
            known = made();
            struct = known;
        }
        to.addWords(known);
    }

    private long[] made() {
        KernelStruct made = new KernelStruct(MemorySegment.NULL);
        BigInteger place = BigInteger.ONE;
        int shift = 0;
        for (int i = 0; i < numbers.length; i++) {
            KeyPart part = parts.get(i);
            made.add(part instanceof KeyPart.Numbers number ? number.base() : 0L)
                    .add(part.range().longValue());
            if (isShifted) {
                made.add((long) shift).add(-1L >>> (Long.SIZE - bits(numbers[i])));
            } else {
                made.add(place.longValue()).add(place.shiftRight(Long.SIZE).longValue());
            }
            shift += bits(numbers[i]);
            place = place.multiply(numbers[i]);
        }
        texts.forEach(text -> writeText(text, made));
        if (texts.isEmpty()) {
            writeText(NO_TEXT, made);
        }
        return made.words();
    }

    private static void writeText(KeyPart.Text text, KernelStruct struct) {
        struct.add(text.shortest())
                .add(text.longest() - text.shortest() + 1)
                .add(Arrays.copyOf(text.least(), MAX_TEXT))
                .add(Arrays.copyOf(text.last(), MAX_TEXT));
        long[] places = text.places();
        boolean isSmall = isSmall(text);
        byte[] shifts = new byte[MAX_TEXT];
        int[] magics = new int[MAX_TEXT];
        for (int position = 0; position < MAX_TEXT; position++) {
            boolean isThere = position < text.longest();
            struct.add(isThere ? places[position] : 1L);
            Division division = isThere && isSmall ? Division.by(Math.max(places[position], 2)) : Division.BY_TWO;
            magics[position] = division.magic();
            shifts[position] = (byte) division.shift();
        }
        struct.add(places[text.longest()]);
        for (int magic : magics) {
            struct.add(magic);
        }
        struct.add(shifts);
    }

    @Override
    public String toString() {
        return "KeyLayout" + parts + (isShifted ? " shifted" : "");
    }
}
