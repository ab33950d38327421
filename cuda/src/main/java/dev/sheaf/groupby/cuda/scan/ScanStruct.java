package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.KernelStruct;

/// Writes `struct Scan` of `scan.cuh`: how many rows there are, their columns, the literals of expressions, and the
/// layout of key words.
public final class ScanStruct {
    private ScanStruct() {}

    /// Appends the struct; rows outside of the layout and faults of expressions are counted in `counters`.
    public static void write(KernelStruct struct, ScanRows rows, ScanShape shape, Counters counters) {
        write(struct, rows, shape, counters.address(Counters.Of.FAULTS), counters.leftovers());
    }

    /// Appends the struct for rows without expressions, all of which lie in the layout.
    public static void write(KernelStruct struct, ScanRows rows, ScanShape shape) {
        write(struct, rows, shape, 0, 0);
    }

    private static void write(KernelStruct struct, ScanRows rows, ScanShape shape, long faults, long leftovers) {
        struct.add(rows.count()).add(faults).add(leftovers);
        rows.writeColumns(struct, shape.columns());
        shape.fused().writeLiterals(struct, rows);
        shape.layout().write(struct);
    }
}
