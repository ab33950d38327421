package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.util.Optional;

/// Sizes of the tables of `count_keys.cu`: for counts alone, with words of 32 bits, few of them keys.
public record CountPlanner(DeviceInfo device) {
    /// The kernel keeps a little of each block's shared memory.
    private static final int RESERVED_BYTES = 1 << 10;

    private static final int LARGE_BLOCK = 1024;

    /// Two of them have 40 registers a thread.
    private static final int HALF_BLOCK = 768;

    private static final int GRANULE = 64;

    /// Two places a key are found as good as always up to this load.
    private static final double SINGLE_LOAD = 0.45;

    /// Two slots a place are, too, up to this one.
    private static final double PAIRS_LOAD = 0.84;

    /// A table that leaves room for a second block, in copies, for few keys.
    private static final int FEW_SLOTS = 1 << 12;

    private static final int FEW_COPIES = 2;
    private static final double FEW_LOAD = 0.25;

    private static final int LEAST_STASH = 256;
    private static final int STASH_SHARE = 32;

    /// How many times fewer rows of the most frequent key than a count can hold a block may be expected to see.
    private static final double EVEN_MARGIN = 2;

    private static final int PLACES_A_GROUP = 8;
    private static final int LEAST_PLACES = 1 << 17;

    /// Tables that hold about `groups` groups, of which the most frequent one has `hottest` of all `rows` rows;
    /// none if there is more to do than counting, or no room.
    public Optional<Plan.Counts> plan(ScanShape shape, long rows, long groups, double hottest) {
        boolean isFit = shape.cells().size() == 1 && shape.layout().wordType() == CudaType.U32;
        if (!isFit) {
            return Optional.empty();
        }
        if (groups <= FEW_SLOTS * FEW_LOAD) {
            return Optional.of(sized(FEW_SLOTS, FEW_COPIES, 1, false, groups, shape));
        }
        int aside = SharedBytes.aside(LARGE_BLOCK);
        int words = (device.sharedBytesPerBlock() - RESERVED_BYTES - aside) / Integer.BYTES - 2 * stash(groups);
        int bucket = groups <= words * SINGLE_LOAD ? 1 : 2;
        Plan.Counts packed = sized(words & -GRANULE, 1, bucket, true, groups, shape);
        boolean isEven = hottest * rows / device.multiprocessors() * EVEN_MARGIN < 1L << packed.countBits();
        if (isEven && groups <= packed.slots() * (bucket == 1 ? SINGLE_LOAD : PAIRS_LOAD)) {
            return Optional.of(packed);
        }
        Plan.Counts keyed = sized(words / 2 & -GRANULE, 1, 1, false, groups, shape);
        return groups <= keyed.slots() * SINGLE_LOAD ? Optional.of(keyed) : Optional.empty();
    }

    private static int stash(long groups) {
        return Math.clamp(groups / STASH_SHARE & -GRANULE, LEAST_STASH, 1 << 12);
    }

    private static Plan.Counts sized(
            int slots, int copies, int bucket, boolean isPacked, long groups, ScanShape shape) {
        int blocks = slots > FEW_SLOTS ? 1 : 2;
        int threads = blocks == 2 ? HALF_BLOCK : LARGE_BLOCK;
        long places = Math.clamp(groups * PLACES_A_GROUP, LEAST_PLACES, 1 << 24);
        return new Plan.Counts(
                slots,
                stash(groups),
                copies,
                (int) Long.highestOneBit(places),
                shape.fused().isEmpty() ? threads : threads / 2,
                blocks,
                blocks == 2 || (bucket == 2 && !SharedBytes.isPlain(shape)) ? 1 : 2,
                bucket,
                isPacked);
    }
}
