package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.query.SourceStats;

/// How long a request over host data takes on a GPU: what the link allows, since kernels are faster.
final class TransferCost {
    /// Pageable memory, pinned for the copy, and the batches' way there.
    private static final double BYTES_PER_SECOND = 10e9;

    /// Rows a second through the general strategy for one aggregate.
    private static final double ROWS_PER_SECOND = 1e9;

    /// Kernels that are compiled, launches and waits.
    private static final double FIXED_SECONDS = 0.05;

    private static final int TEXT_BYTES = 16;

    private TransferCost() {}

    /// The estimate; without a known number of rows, so much that the CPU is chosen.
    static double seconds(GeneralPlan plan, SourceStats stats) {
        if (stats.rowCount().isEmpty()) {
            return Double.MAX_VALUE;
        }
        double rows = stats.rowCount().getAsLong();
        return FIXED_SECONDS
                + bytes(plan, stats) / BYTES_PER_SECOND
                + rows * (1 + plan.asks().size()) / ROWS_PER_SECOND;
    }

    /// About how many bytes the inputs of a plan take; 0 if the number of rows is not known.
    static long bytes(GeneralPlan plan, SourceStats stats) {
        return stats.rowCount().orElse(0) * StrideLimits.rowBytes(plan);
    }

    /// About how many bytes a value takes on the device.
    static int valueBytes(DataType type) {
        return switch (type.layout()) {
            case VARIABLE -> TEXT_BYTES;
            case BIT -> 1;
            default -> Math.max(1, type.layout().byteWidth());
        };
    }
}
