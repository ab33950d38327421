package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Makes a layout of key words from what a sample of the keys told.
///
/// @param keepsNulls whether null is a key
/// @param known if it is not 0, the values of the one key are those from 0 on and below this
public record KeyRanges(ScanRows rows, List<Integer> keys, boolean keepsNulls, long known, KeyFindings findings) {
    /// What a range is extended by on either side, as a share of it, since a sample may miss the ends.
    private static final long SLACK_SHARE = 64;

    /// The ranges of the keys of a request.
    public static KeyRanges of(FastRequest request, KeyFindings findings) {
        return new KeyRanges(request.rows(), request.keys(), request.keepsNulls(), request.numbers(), findings);
    }

    private static final int WORD_BITS = Long.SIZE;

    /// Whole numbers that have no word where a column takes all numbers of its type: the first one as long as
    /// all that is known is a sample, the second one when all rows were looked at.
    public static final List<Long> SPARE = List.of(0x6d1f_90c5_a43b_78e2L, 0x2b97_e4d0_58f6_31acL);

    /// Bits of words that are split into a partition and 64 bits at most.
    private static final int MAX_BITS = 72;

    /// Ranges as they were found, somewhat extended; nothing if some text is too long for a word or lengths differ.
    public Optional<KeyLayout> tight() {
        return layout(SLACK_SHARE);
    }

    /// Ranges twice as large as they were found or, with one column, all values there are: for strategies that
    /// do not depend on the range.
    public Optional<KeyLayout> wide() {
        return wide(this::tight);
    }

    /// The same, the tight ones being known.
    public Optional<KeyLayout> wide(Supplier<Optional<KeyLayout>> tight) {
        if (keys.size() == 1 && !isText(0)) {
            return Optional.of(new KeyLayout(List.of(everything(0))));
        }
        Optional<KeyLayout> known = tight.get();
        return known.filter(layout -> layout.shiftedBits() <= WORD_BITS)
                .flatMap(_ -> layout(2))
                .filter(layout -> layout.shiftedBits() <= WORD_BITS)
                .or(() -> known)
                .filter(layout -> layout.shiftedBits() <= MAX_BITS);
    }

    private Optional<KeyLayout> layout(long slackShare) {
        List<KeyPart> parts = new ArrayList<>();
        for (int key = 0; key < keys.size(); key++) {
            if (isText(key)) {
                if (!fits(key)) {
                    return Optional.empty();
                }
                parts.add(text(key));
            } else {
                parts.add(numbers(key, slackShare));
            }
        }
        return Optional.of(new KeyLayout(parts));
    }

    private boolean isText(int key) {
        return rows.isText(keys.get(key));
    }

    private boolean hasNulls(int key) {
        return rows.hasNulls(keys.get(key));
    }

    private boolean keepsNull(int key) {
        return keepsNulls && hasNulls(key);
    }

    private long word(int key, int word) {
        return findings.words()[key * KeyFindings.WORDS + word];
    }

    private boolean fits(int key) {
        long longest = word(key, 0) - 1;
        long shortest = ~word(key, 1);
        return longest <= KeyPart.Text.MAX_LENGTH && longest == shortest && longest > 0 && !keepsNull(key);
    }

    private KeyPart text(int key) {
        int length = (int) word(key, 0) - 1;
        byte[] least = new byte[length];
        byte[] last = new byte[length];
        for (int i = 0; i < length; i++) {
            long from = 256 - word(key, 3 + 2 * i);
            long to = word(key, 2 + 2 * i) - 1;
            least[i] = (byte) from;
            last[i] = (byte) (to - from);
        }
        return new KeyPart.Text(key, hasNulls(key), false, length, length, least, last);
    }

    private static boolean isSigned(CudaType type) {
        return switch (type) {
            case I8, I16, I32, I64 -> true;
            case U8, U16, U32, U64, F32, F64, I128, U128 -> false;
        };
    }

    /// The words of a sample are ordered without a sign; those of signed integers have the sign bit turned.
    private static BigInteger value(CudaType type, long word) {
        if (isSigned(type)) {
            return BigInteger.valueOf(word ^ Long.MIN_VALUE);
        }
        BigInteger low = BigInteger.valueOf(word & Long.MAX_VALUE);
        return word >= 0 ? low : low.setBit(Long.SIZE - 1);
    }

    private static BigInteger lowest(CudaType type) {
        return isSigned(type)
                ? BigInteger.ONE.shiftLeft(type.byteWidth() * Byte.SIZE - 1).negate()
                : BigInteger.ZERO;
    }

    private static BigInteger highest(CudaType type) {
        return BigInteger.ONE
                .shiftLeft(type.byteWidth() * Byte.SIZE)
                .add(lowest(type))
                .subtract(BigInteger.ONE);
    }

    private KeyPart numbers(int key, long slackShare) {
        CudaType type = rows.cudaType(keys.get(key));
        if (known != 0) {
            return part(key, type, BigInteger.ZERO, BigInteger.valueOf(known - 1));
        }
        if (word(key, 0) == 0 && word(key, 1) == 0) {
            return part(key, type, BigInteger.ZERO, BigInteger.ZERO); // nothing but nulls
        }
        BigInteger least = value(type, ~word(key, 1));
        BigInteger greatest = value(type, word(key, 0));
        BigInteger slack = findings.isComplete()
                ? BigInteger.ZERO
                : greatest.subtract(least)
                        .divide(BigInteger.valueOf(slackShare))
                        .add(BigInteger.ONE);
        return part(key, type, least.subtract(slack), greatest.add(slack));
    }

    private KeyPart everything(int key) {
        CudaType type = rows.cudaType(keys.get(key));
        return part(key, type, lowest(type), highest(type));
    }

    /// At most one less than there are numbers of the width in which kernels compute, so that the size fits it.
    private KeyPart part(int key, CudaType type, BigInteger least, BigInteger greatest) {
        BigInteger from = least.max(lowest(type));
        BigInteger size = greatest.min(highest(type)).subtract(from).add(BigInteger.ONE);
        BigInteger most = BigInteger.ONE
                .shiftLeft(Math.max(type.byteWidth(), Integer.BYTES) * Byte.SIZE)
                .subtract(BigInteger.ONE)
                .subtract(keepsNull(key) ? BigInteger.ONE : BigInteger.ZERO);
        long base = size.compareTo(most) <= 0 ? from.longValue() : firstOfAll(type, size.subtract(most));
        return new KeyPart.Numbers(key, type, hasNulls(key), keepsNull(key), base, size.min(most));
    }

    /// The start of a range that lacks `missing` numbers of a type, counted from here upward and around. Floats
    /// lack the lowest ordinals, which are those of NaNs. Whole numbers lack some that hardly any table has; the
    /// greatest number is not among them, since many tables use it as a mark.
    private long firstOfAll(CudaType type, BigInteger missing) {
        return type.isFloating() ? missing.longValue() : SPARE.get(findings.isComplete() ? 1 : 0) + 1;
    }
}
