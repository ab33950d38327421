package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.scan.ScanShape;

/// What kernels take of a block's shared memory besides their tables, and what decides it: planners and launches
/// have to agree.
public final class SharedBytes {
    private static final int ROWS = 4;

    /// What `rare_rows.cuh` takes: 64 numbers for each warp.
    private static final int ASIDE_BYTES_A_THREAD = 8;

    private SharedBytes() {}

    /// Bytes of a block's shared memory for rows that are put aside.
    public static int aside(ScanShape shape, int threads) {
        return putsAside(shape) ? aside(threads) : 0;
    }

    public static int aside(int threads) {
        return threads * ASIDE_BYTES_A_THREAD;
    }

    /// Whether rows of keys that the sample has not seen are put aside and read again, for which rows of many
    /// values and of texts lack registers.
    public static boolean putsAside(ScanShape shape) {
        boolean isPlain = shape.fused().isEmpty() && !shape.readsDecimals();
        int mostCells = shape.layout().wordType() == CudaType.U32 ? 2 : 1;
        return isPlain
                && shape.cells().size() <= mostCells
                && shape.layout().texts().isEmpty();
    }

    /// Whether both places of a key can be read before either is looked at, for eight rows at once: 10,000
    /// groups 0.78
    /// -> 0.74 ms, 44,000 1.32 -> 1.28 for 335 million int32 on an H200. Of texts and several columns registers
    /// lack.
    public static boolean isPlain(ScanShape shape) {
        return shape.fused().isEmpty()
                && shape.layout().parts().size() == 1
                && shape.layout().texts().isEmpty();
    }

    /// Bytes of shared memory of a block that moves rows.
    public static int moving(ScanShape shape, Plan.Partition plan) {
        int tile = plan.moveThreads() * ROWS * plan.groups();
        if (plan.byColumn()) {
            int rest = plan.hasRest() && plan.rest().byteWidth() > Short.BYTES
                    ? plan.rest().byteWidth()
                    : 0;
            int widest = Math.max(shape.widestArgument(), rest);
            return 2 * Integer.BYTES * plan.partitions() + tile * (Integer.BYTES + widest);
        }
        return 2 * Integer.BYTES * plan.partitions()
                + (plan.isStaged()
                        ? tile * (Short.BYTES + (plan.hasRest() ? plan.rest().byteWidth() : 0) + shape.argumentBytes())
                        : 0);
    }
}
