package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.util.Optional;

/// Sizes of hash tables in the shared memory of each block, and of the one behind them all.
record HashPlanner(PlanSizes sizes) {
    /// One copy of the table for each lane of a warp takes all conflicts away.
    private static final int MAX_COPIES = 32;

    /// Groups to make room for where some are hot, since the sample then sees few of the others.
    static final long HOT_GROUPS = 1 << 20;

    private static final int PLACES_A_GROUP = 4;

    private static final int LEAST_SLOTS = 64;

    /// Up to this load, a key nearly always finds one of its two places.
    private static final double CUCKOO_LOAD = 0.45;

    /// The same with two slots a place. A load then takes two keys, and the sample has to see nearly all keys.
    private static final double PAIRS_LOAD = 0.84;

    /// One place for a key that the sample has not seen to so many for those that it has.
    private static final int STASH_SHARE = 8;

    private static final int PAIRS_STASH_SHARE = 16;

    /// How often the sample has seen a key that gets a place where there are too many keys for all.
    private static final int HOT_COUNT = 3;

    private static final int LEAST_PLACES = 1 << 17;

    private static final int MAX_PLACES = 1 << 27;

    private static final int SMALL_BLOCK = 512;

    private static final int LARGE_BLOCK = 1024;

    /// Tables of blocks that hold all groups, or the most frequent ones; none for words of more than 64 bits.
    Optional<Plan.Hash> hash(ScanShape shape, long groups) {
        if (shape.layout().wordType() == CudaType.U128 || groups > MAX_PLACES / PLACES_A_GROUP) {
            return Optional.empty();
        }
        int keyBytes = shape.layout().wordType() == CudaType.U32 ? Integer.BYTES : Long.BYTES;
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int aside = SharedBytes.aside(shape, hashThreads(shape));
        int single = mostSlots(aside, keyBytes + entryBytes, STASH_SHARE);
        boolean inPairs = groups > single * CUCKOO_LOAD && !shape.hasLimbs();
        int most = inPairs ? mostSlots(aside, keyBytes + entryBytes, PAIRS_STASH_SHARE) : single;
        int passes = (int) Math.max(Math.ceil(groups / (most * (inPairs ? PAIRS_LOAD : CUCKOO_LOAD))), 1);
        long wanted = Math.max(groups / passes * PLACES_A_GROUP, LEAST_SLOTS);
        int slots = (int) Math.min(wanted, most) & -LEAST_SLOTS;
        int stash = Math.max(slots / (inPairs ? PAIRS_STASH_SHARE : STASH_SHARE) & -LEAST_SLOTS, LEAST_SLOTS);
        int copies = Math.max(
                (sizes.sharedPerBlock() - aside - (slots + stash) * keyBytes) / ((slots + stash) * entryBytes), 1);
        long places = Math.clamp(groups * PLACES_A_GROUP * 2, LEAST_PLACES, MAX_PLACES);
        return Optional.of(new Plan.Hash(
                slots,
                stash,
                Math.min(Integer.highestOneBit(copies), MAX_COPIES),
                (int) Long.highestOneBit(places),
                1,
                passes,
                hashThreads(shape),
                unroll(shape),
                inPairs ? 2 : 1));
    }

    /// Tables of blocks for the keys that the sample has seen, with all the room that is left for those that come
    /// first of the others; none for words of more than 64 bits.
    Optional<Plan.Hash> hot(ScanShape shape, long groups, long seen) {
        if (shape.layout().wordType() == CudaType.U128 || groups > MAX_PLACES / PLACES_A_GROUP) {
            return Optional.empty();
        }
        int keyBytes = shape.layout().wordType() == CudaType.U32 ? Integer.BYTES : Long.BYTES;
        int each = keyBytes + shape.entryWords() * Integer.BYTES;
        int aside = SharedBytes.aside(shape, hashThreads(shape));
        int all = (sizes.mostShared() - aside) / each & -LEAST_SLOTS;
        int slots =
                Math.clamp((long) (seen / CUCKOO_LOAD) + LEAST_SLOTS, LEAST_SLOTS, mostSlots(aside, each, STASH_SHARE))
                        & -LEAST_SLOTS;
        long places = Math.clamp(Math.max(groups, HOT_GROUPS) * PLACES_A_GROUP * 2, LEAST_PLACES, MAX_PLACES);
        return Optional.of(new Plan.Hash(
                slots,
                all - slots,
                1,
                (int) Long.highestOneBit(places),
                seen <= slots * CUCKOO_LOAD ? 1 : HOT_COUNT,
                1,
                hashThreads(shape),
                unroll(shape),
                1));
    }

    /// Slots besides which the stash has room too, which is a share of them, and what takes `aside` bytes.
    private int mostSlots(int aside, int bytesEach, int stashShare) {
        return (sizes.mostShared() - aside) / bytesEach * stashShare / (stashShare + 1) & -LEAST_SLOTS;
    }

    /// Two loads of each thread on their way are better than one where a row has no values: 0.75 -> 0.72 ms for 335
    /// million int32 of 10,000 groups on an H200.
    private static int unroll(ScanShape shape) {
        boolean isLeast = shape.cells().size() == 1 && shape.layout().parts().size() == 1;
        return isLeast && SharedBytes.putsAside(shape) ? 2 : 1;
    }

    /// More cells, expressions and values of 16 bytes take more registers than 1,024 threads have.
    private static int hashThreads(ScanShape shape) {
        int most = shape.cells().size() > 2 ? SMALL_BLOCK : LARGE_BLOCK;
        return shape.fused().isEmpty() && !shape.readsDecimals() ? most : most / 2;
    }
}
