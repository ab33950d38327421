package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Specialization;

/// What a scan keeps of each group.
///
/// @param value the type of what is scanned
/// @param result the type of the results
/// @param hasNulls whether rows may have no value
record ScanStates(ScanKind kind, CudaType value, DataType result, boolean hasNulls) {
    /// The group of no row.
    static final int NO_GROUP = -1;

    /// What is compiled.
    Specialization kernel(Slots slots) {
        return kind.kernel(value, CudaType.of(result), slots.hasParts(), countsValues());
    }

    /// Bytes of what values come to.
    int totalBytes() {
        return kind.total(value, CudaType.of(result)).byteWidth();
    }

    /// Whether the number of values is kept beside what they come to.
    boolean countsValues() {
        return kind == ScanKind.MEANS || (hasNulls && kind != ScanKind.COUNTS);
    }

    /// Bytes of both.
    int bytes() {
        return totalBytes() + (countsValues() ? Integer.BYTES : 0);
    }

    /// Whether what values come to may not fit the result.
    boolean mayFault() {
        return kind == ScanKind.SUMS && kind.total(value, CudaType.of(result)) == CudaType.I128;
    }
}
