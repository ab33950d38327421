package dev.sheaf.column;

/// How the values of a column lie in memory; several [DataType]s share a layout, and loops are written per layout.
public enum Layout {
    /// No buffer at all: every row is null.
    NONE(0),
    /// One bit a row, least significant bit first.
    BIT(0),
    INT8(1),
    INT16(2),
    INT32(4),
    INT64(8),
    /// 16 bytes a row, two's complement, little endian: low word, then high word.
    INT128(16),
    FLOAT32(4),
    FLOAT64(8),
    /// 16 bytes a row: int32 months, int32 days, int64 nanoseconds.
    INTERVAL(16),
    /// Offsets (rows + 1 of them) into bytes.
    VARIABLE(0),
    /// Offsets (rows + 1 of them) into one child column.
    LIST(0),
    /// One child column a field, each as long as the column.
    STRUCT(0),
    /// int32 codes into a column of distinct values.
    DICTIONARY(0);

    private final int byteWidth;

    Layout(int byteWidth) {
        this.byteWidth = byteWidth;
    }

    /// Bytes a row for layouts with a fixed number of whole bytes, 0 for the others.
    public int byteWidth() {
        return byteWidth;
    }

    /// Whether rows have a fixed number of whole bytes.
    public boolean isFixedWidth() {
        return byteWidth > 0;
    }

    /// Whether values are whole numbers in two's complement of 1, 2, 4, 8 or 16 bytes.
    public boolean isWhole() {
        return switch (this) {
            case INT8, INT16, INT32, INT64, INT128 -> true;
            case NONE, BIT, FLOAT32, FLOAT64, INTERVAL, VARIABLE, LIST, STRUCT, DICTIONARY -> false;
        };
    }
}
