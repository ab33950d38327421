package dev.sheaf.cuda.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// The literals of the expressions of a kernel, as words that it gets with its parameters: another literal is not
/// another kernel. Texts name them by their places in `literals`; those behind [#MAX_WORDS] words are numbers in the
/// text, since the parameters of a kernel take 4 KiB at most.
final class Literals {
    static final int MAX_WORDS = 64;

    private final List<Long> words = new ArrayList<>();

    /// The words so far.
    List<Long> words() {
        return List.copyOf(words);
    }

    /// The text of a literal that is not null, of a type that is fixed-width or bool: `literal<i32>(literals + 2)`.
    ///
    /// @param name of its type in kernels
    String of(Object value, DataType type, String name) {
        List<Long> own = wordsOf(value, type);
        return hasRoom(own.size())
                ? "literal<" + name + ">(" + add(own) + ")"
                : "just<" + name + ">(" + ConstantText.of(own, type) + ")";
    }

    boolean hasRoom(int more) {
        return words.size() + more <= MAX_WORDS;
    }

    /// The place of a whole number other than 0, of up to 8 bytes, by which something is divided: the number, and what
    /// the greatest number of 32 or 64 bits comes to when it is divided by the magnitude of that.
    String divisor(Object value, DataType type) {
        long divisor = wordsOf(value, type).getFirst();
        BigInteger magnitude = CudaType.of(type) == CudaType.U64
                ? Int128.toBigInteger(0, divisor)
                : BigInteger.valueOf(divisor).abs();
        int bits = CudaType.of(type).byteWidth() <= Integer.BYTES ? Integer.SIZE : Long.SIZE;
        BigInteger most = BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
        return add(List.of(divisor, most.divide(magnitude).longValue()));
    }

    private String add(List<Long> more) {
        String place = "literals + " + words.size();
        words.addAll(more);
        return place;
    }

    /// A value as it lies in a column of the type, with a sign or zeros before it: a word, or two, the lower one first.
    private static List<Long> wordsOf(Object value, DataType type) {
        if (value instanceof Boolean bool) {
            return List.of(bool ? 1L : 0L);
        }
        try (ColumnBuilder builder = new ColumnBuilder(type, MemoryPool.shared())) {
            builder.append(value);
            try (Column column = builder.build()) {
                return stored(((FixedColumn) column).segment(), CudaType.of(type));
            }
        }
    }

    private static List<Long> stored(MemorySegment value, CudaType type) {
        return switch (type) {
            case I8 -> List.of((long) value.get(JAVA_BYTE, 0));
            case U8 -> List.of(value.get(JAVA_BYTE, 0) & 0xffL);
            case I16 -> List.of((long) value.get(JAVA_SHORT, 0));
            case U16 -> List.of(value.get(JAVA_SHORT, 0) & 0xffffL);
            case I32 -> List.of((long) value.get(JAVA_INT, 0));
            case U32, F32 -> List.of(value.get(JAVA_INT, 0) & 0xffff_ffffL);
            case I64, U64, F64 -> List.of(value.get(JAVA_LONG, 0));
            case I128, U128 -> List.of(Int128.low(value, 0), Int128.high(value, 0));
        };
    }
}
