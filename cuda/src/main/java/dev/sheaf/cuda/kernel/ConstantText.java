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

/// Constants as numbers in source text.
final class ConstantText {
    private ConstantText() {}

    /// A value as it lies in a column of the type, which is fixed-width or bool.
    static String of(Object value, DataType type) {
        if (value instanceof Boolean) {
            return value.toString();
        }
        try (ColumnBuilder builder = new ColumnBuilder(type, MemoryPool.shared())) {
            builder.append(value);
            try (Column column = builder.build()) {
                return stored(((FixedColumn) column).segment(), CudaType.of(type));
            }
        }
    }

    private static String stored(MemorySegment value, CudaType type) {
        return switch (type) {
            case I8 -> whole(BigInteger.valueOf(value.get(JAVA_BYTE, 0)));
            case U8 -> whole(BigInteger.valueOf(value.get(JAVA_BYTE, 0) & 0xff));
            case I16 -> whole(BigInteger.valueOf(value.get(JAVA_SHORT, 0)));
            case U16 -> whole(BigInteger.valueOf(value.get(JAVA_SHORT, 0) & 0xffff));
            case I32 -> whole(BigInteger.valueOf(value.get(JAVA_INT, 0)));
            case U32 -> whole(BigInteger.valueOf(value.get(JAVA_INT, 0) & 0xffff_ffffL));
            case I64 -> whole(BigInteger.valueOf(value.get(JAVA_LONG, 0)));
            case U64 -> whole(Int128.toBigInteger(0, value.get(JAVA_LONG, 0)));
            case I128, U128 -> whole(Int128.toBigInteger(Int128.high(value, 0), Int128.low(value, 0)));
            case F32 -> "__int_as_float(" + value.get(JAVA_INT, 0) + ")";
            case F64 -> bits(value.get(JAVA_LONG, 0));
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
