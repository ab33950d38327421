package dev.sheaf.cuda.kernel;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import java.util.Locale;

/// The types that kernels know; `types.cuh` declares them under the same names.
public enum CudaType {
    I8(1),
    I16(2),
    I32(4),
    I64(8),
    I128(16),
    U8(1),
    U16(2),
    U32(4),
    U64(8),
    U128(16),
    F32(4),
    F64(8);

    private final int byteWidth;

    CudaType(int byteWidth) {
        this.byteWidth = byteWidth;
    }

    /// Bytes of a value.
    public int byteWidth() {
        return byteWidth;
    }

    /// Whether this is a floating type.
    public boolean isFloating() {
        return this == F32 || this == F64;
    }

    /// The name in source text.
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The type in which kernels read the values of a column.
    ///
    /// @throws IllegalArgumentException if the values have no fixed number of bytes, or are intervals
    public static CudaType of(DataType type) {
        boolean unsigned = type instanceof DataType.IntType(int _, boolean signed) && !signed;
        return switch (type.layout()) {
            case INT8 -> unsigned ? U8 : I8;
            case INT16 -> unsigned ? U16 : I16;
            case INT32 -> unsigned ? U32 : I32;
            case INT64 -> unsigned ? U64 : I64;
            case INT128 -> I128;
            case FLOAT32 -> F32;
            case FLOAT64 -> F64;
            case NONE, BIT, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY ->
                throw new IllegalArgumentException(
                        "kernels read no values of type " + type + " (layout " + type.layout() + ")");
        };
    }

    /// Whether [#of] takes columns of this type.
    public static boolean supports(DataType type) {
        return type.layout().isFixedWidth() && type.layout() != Layout.INTERVAL;
    }

    /// The text of the type of the values of an expression. Intervals are 16 bytes that nothing is computed with.
    ///
    /// @throws IllegalArgumentException if kernels have no values of the type
    public static String textOf(DataType type) {
        return switch (type.layout()) {
            case BIT -> "bool";
            case INTERVAL -> U128.text();
            default -> of(type).text();
        };
    }
}
