package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.DataType;

/// How the values that a loop reads are stored: in a column of some width, or widened in an array of longs or doubles.
public enum StorageKind {
    NONE,
    INT8,
    UINT8,
    INT16,
    UINT16,
    INT32,
    UINT32,
    INT64,
    FLOAT32,
    FLOAT64,
    LONGS,
    DOUBLES;

    /// How columns of a type store whole numbers; [#LONGS] if they hold none of at most 64 bits.
    public static StorageKind ofWhole(DataType type) {
        boolean unsigned = type instanceof DataType.IntType integer && !integer.signed();
        return switch (type.layout()) {
            case INT8 -> unsigned ? UINT8 : INT8;
            case INT16 -> unsigned ? UINT16 : INT16;
            case INT32 -> unsigned ? UINT32 : INT32;
            case INT64 -> INT64;
            default -> LONGS;
        };
    }
}
