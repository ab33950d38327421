package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.cuda.kernel.CudaType;

/// A function of a cell and, where nulls are left out, of the cell that counts the values.
///
/// @param freedom degrees of freedom of VARIANCE and STD, else 0
/// @param type of the result
/// @param scale of decimals whose mean is taken
/// @param ofSeveral whether nobody looks at it where a group has one row
public record ScanResult(
        DeviceAggregate.Function function,
        int cell,
        int counts,
        int freedom,
        CudaType type,
        int scale,
        boolean ofSeveral) {
    public ScanResult(DeviceAggregate.Function function, int cell, int counts, int freedom, CudaType type, int scale) {
        this(function, cell, counts, freedom, type, scale, false);
    }

    public ScanResult(DeviceAggregate.Function function, int cell, int counts) {
        this(function, cell, counts, 0);
    }

    /// A result of 8 bytes.
    public ScanResult(DeviceAggregate.Function function, int cell, int counts, int freedom) {
        this(function, cell, counts, freedom, CudaType.I64, 0);
    }

    /// Whether a group may have no value.
    boolean isNullable() {
        return switch (function) {
            case COUNT_ROWS, COUNT -> false;
            case VARIANCE, STD, M2, COVARIANCE, CORRELATION -> true;
            case SUM, MEAN, MIN, MAX, MEDIAN, QUANTILE, BIT_AND, BIT_OR, BIT_XOR, RATIO -> counts != 0;
        };
    }
}
