package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.cuda.DeviceInfo;

/// What plans may take of a device.
///
/// @param sharedBytes the most that a table of a partition may take; more slots mean fewer partitions, fewer bytes
///     more blocks at once
/// @param sharedPerBlock what the copies of a block table may take on a multiprocessor; what they take, loads on
///     their way lack
/// @param leastPartitions the least number of partitions, a power of two
record PlanSizes(DeviceInfo device, int sharedBytes, int sharedPerBlock, int leastPartitions) {
    /// The driver keeps this much of each block's shared memory for itself.
    private static final int RESERVED_BYTES = 1024;

    /// So many that the blocks which take them in turns end at about the same time.
    private static final int LEAST_PARTITIONS = 256;

    /// The sizes that were best on Hopper.
    static PlanSizes of(DeviceInfo device) {
        return new PlanSizes(
                device, (device.sharedBytesPerMultiprocessor() - 2 * RESERVED_BYTES) / 2, 72 << 10, LEAST_PARTITIONS);
    }

    /// The most that tables of a block may take.
    int mostShared() {
        return device.sharedBytesPerBlock() - 4 * RESERVED_BYTES;
    }
}
