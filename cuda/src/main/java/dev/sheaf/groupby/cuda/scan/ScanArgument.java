package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;

/// A column of the scan that is aggregated, or what of it is.
///
/// @param stored the type of the column; of its values of 16 bytes the low 8 are taken, and it is
///     checked that these are all
/// @param piece [#WHOLE], [#EXACT] for all 16 bytes, [#LOW_WORD] for 4 bytes where values are only counted
public record ScanArgument(int column, CudaType stored, boolean hasNulls, int piece) {
    static final int WHOLE = -1;

    public static final int EXACT = -2;

    static final int LOW_WORD = 0;

    public ScanArgument(int column, CudaType stored, boolean hasNulls) {
        this(column, stored, hasNulls, WHOLE);
    }

    /// The type in which it travels.
    public CudaType type() {
        return switch (piece) {
            case LOW_WORD -> CudaType.U32;
            case EXACT -> stored;
            default -> isNarrowed() ? CudaType.I64 : stored;
        };
    }

    /// Whether there may be values that it does not hold.
    boolean isNarrowed() {
        return piece == WHOLE && stored.byteWidth() > Long.BYTES;
    }

    /// What of a value of the column it is.
    public String of(String value) {
        return switch (piece) {
            case LOW_WORD -> "static_cast<u32>(" + value + ")";
            case EXACT -> value;
            default -> isNarrowed() ? "static_cast<i64>(" + value + ")" : value;
        };
    }

    /// How many limbs of 32 bits the values of a type have.
    public static int limbs(CudaType stored) {
        return stored.byteWidth() / Integer.BYTES;
    }
}
