package dev.sheaf.cuda.kernel;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Int128;
import java.math.BigInteger;
import java.util.List;

/// Constants as numbers in source text.
final class ConstantText {
    private ConstantText() {}

    /// A value of a type, which is fixed-width or bool, from its words ([Literals]).
    static String of(List<Long> words, DataType type) {
        if (type.equals(DataType.BOOL)) {
            return String.valueOf(words.getFirst() != 0);
        }
        return switch (CudaType.of(type)) {
            case F32 -> "__int_as_float(" + words.getFirst().intValue() + ")";
            case F64 -> bits(words.getFirst());
            case U64 -> whole(Int128.toBigInteger(0, words.getFirst()));
            case I128, U128 -> whole(Int128.toBigInteger(words.getLast(), words.getFirst()));
            case I8, U8, I16, U16, I32, U32, I64 -> whole(BigInteger.valueOf(words.getFirst()));
        };
    }

    /// A whole number of up to 128 bits, in words, since literals have 64.
    static String whole(BigInteger value) {
        if (value.bitLength() < Long.SIZE - 1) {
            return value + "LL";
        }
        return "static_cast<i128>(static_cast<u128>(0x"
                + Long.toHexString(value.shiftRight(Long.SIZE).longValue()) + "ULL) << 64 | 0x"
                + Long.toHexString(value.longValue()) + "ULL)";
    }

    static String floating(double value) {
        return bits(Double.doubleToRawLongBits(value));
    }

    private static String bits(long bits) {
        return "__longlong_as_double(static_cast<i64>(0x" + Long.toHexString(bits) + "ULL))";
    }
}
