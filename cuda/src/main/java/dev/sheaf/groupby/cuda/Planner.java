package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.kernel.CudaType;
import java.math.BigInteger;
import java.util.Optional;

/// Chooses a strategy and its sizes from numbers alone: rows, words, groups, bytes of an entry, the device.
///
/// @param sharedPerBlock what the copies of a block table may take on a multiprocessor; what they take, loads
///     on their way     lack
/// @param leastPartitions the least number of partitions, a power of two
/// @param sharedBytes the most that a table of a partition may take; more slots mean fewer partitions, fewer bytes
///     more blocks at once
record Planner(DeviceInfo device, int sharedBytes, int sharedPerBlock, int leastPartitions) {
    /// Groups whose float sums take up to so many registers stay in them, since adding to few places in shared
    /// memory is a loop of compare and swap and all waiting.
    private static final int REGISTERS_OF_SUMS = 40;

    /// So many keys of the sample at most are compared with that of each row.
    private static final int MAX_LISTED = 12;

    private static final int REGISTER_THREADS = 256;
    private static final int LEAST_BLOCK = 256;
    private static final int SMALL_BLOCK = 512;
    private static final int LARGE_BLOCK = 1024;

    /// The driver keeps this much of each block's shared memory for itself.
    private static final int RESERVED_BYTES = 1024;

    /// One copy of the table for each lane of a warp takes all conflicts away.
    private static final int MAX_COPIES = 32;

    /// Partitions are numbered by 16 bits.
    private static final int MAX_PARTITIONS = 16384;

    /// So many that the blocks which take them in turns end at about the same time.
    private static final int LEAST_PARTITIONS = 256;

    /// Up to so many passes over the rows cost less than sorting them by partition.
    private static final int MAX_PASSES = 4;

    /// Words that take this share of the rows cost less by atomics in device memory than by one more pass; with the
    /// last pass, than by partitions.
    private static final double REST_SHARE = 0.12;

    private static final double LAST_REST_SHARE = 0.02;

    /// More passes over the rows with hash tables cost more than partitions.
    private static final int MAX_HASH_PASSES = 3;

    /// Passes with counts of 16 bits, which cost more than those with 32 do.
    private static final int MAX_NARROW_PASSES = 3;

    /// How many times fewer rows of the most frequent key than 16 bits count a block may be expected to see.
    private static final double EVEN_MARGIN = 2;

    /// More partitions than this get too few rows of a tile each to write whole lines, and are made in two steps.
    private static final int ONE_STEP_PARTITIONS = 3400;

    /// Rows of as many bytes move one column after the other, by one large block. Two blocks, one of which
    /// loads while the other stores, move rows of fewer bytes faster.
    private static final int FEW_BYTES = 8;

    /// With more partitions, half a tile has too few rows of each.
    private static final int FEW_PARTITIONS = 600;

    /// As in `partition_again.cu`.
    private static final int MAX_COARSE = 256;

    /// A group with this share of the rows would keep one block busy while the others wait, were it one
    /// partition's.
    private static final double HOT = 1.0 / 256;

    /// Where some groups are hot, a sample sees few of the others; so many there may be.
    private static final long HOT_GROUPS = 1 << 20;

    /// A sample sees all of so many groups.
    private static final long FEW_GROUPS = 1_000;

    /// Runs of so many rows on average are worth a pass that makes partial groups of them.
    private static final int LEAST_RUN = 16;

    /// For fewer rows, the second query that groups the partial groups takes longer than what is saved.
    private static final long LEAST_CLUSTERED = 1 << 22;

    /// As in `clustered_rows.cu`: of a multiprocessor, and places that a warp takes at a time.
    private static final long MAX_WARPS = 64;

    private static final int CHUNK = 32;
    private static final int ROWS_OF_A_WARP = 128;
    private static final int WARPS_OF_A_BLOCK = 8;

    private static final int PLACES_A_GROUP = 4;
    private static final int LEAST_SLOTS = 64;

    /// Two places a key are found as good as always up to this load.
    private static final double CUCKOO_LOAD = 0.45;

    /// With two slots a place, up to this one; but a load takes two keys, and a sample has to see nearly all.
    private static final double PAIRS_LOAD = 0.84;

    /// One place for a key that the sample has not seen to so many for those that it has.
    private static final int STASH_SHARE = 8;

    private static final int PAIRS_STASH_SHARE = 16;

    /// How often the sample has seen a key that gets a place where there are too many keys for all.
    private static final int HOT_COUNT = 3;

    private static final int LEAST_PLACES = 1 << 17;
    private static final int MAX_PLACES = 1 << 27;

    private static final int ROWS = 4;
    private static final int STAGE_LIMIT = 200 << 10;

    /// For a table that is a place a word.
    private static final int DIRECT_LIMIT_BITS = 31;

    /// Direct tables may be this many times larger than the groups.
    private static final int DIRECT_SPARSITY = 16;

    private static final double HASH_LOAD = 0.6;

    /// A planner with the sizes that were best on Hopper.
    static Planner of(DeviceInfo device) {
        return new Planner(
                device, (device.sharedBytesPerMultiprocessor() - 2 * RESERVED_BYTES) / 2, 72 << 10, LEAST_PARTITIONS);
    }

    /// The plan for `rows` rows with about `groups` groups, of which the most frequent one has `hottest` of all
    /// rows.
    ///
    /// @param seen how many different keys the sample has seen
    Plan plan(ScanShape shape, long rows, long groups, double hottest, long seen) {
        Plan plan = plan(shape, rows, groups);
        if (plan instanceof Plan.Block block && block.isSummed() && !isEven(rows, hottest)) {
            return block(shape, block.words(), false);
        }
        boolean isFine = plan instanceof Plan.Block || (plan instanceof Plan.Hash && groups <= FEW_GROUPS);
        return isFine || hottest <= HOT
                ? plan
                : hot(shape, groups, seen).map(Plan.class::cast).orElse(plan);
    }

    /// Tables of blocks that hold all groups, or the most frequent ones; none for words of more than 64 bits.
    Optional<Plan.Hash> hash(ScanShape shape, long groups) {
        if (shape.layout().wordType() == CudaType.U128 || groups > MAX_PLACES / PLACES_A_GROUP) {
            return Optional.empty();
        }
        int keyBytes = shape.layout().wordType() == CudaType.U32 ? Integer.BYTES : Long.BYTES;
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int single = mostSlots(keyBytes + entryBytes, STASH_SHARE);
        boolean inPairs = groups > single * CUCKOO_LOAD;
        int most = inPairs ? mostSlots(keyBytes + entryBytes, PAIRS_STASH_SHARE) : single;
        int passes = (int) Math.max(Math.ceil(groups / (most * (inPairs ? PAIRS_LOAD : CUCKOO_LOAD))), 1);
        long wanted = Math.max(groups / passes * PLACES_A_GROUP, LEAST_SLOTS);
        int slots = (int) Math.min(wanted, most) & -LEAST_SLOTS;
        int stash = Math.max(slots / (inPairs ? PAIRS_STASH_SHARE : STASH_SHARE) & -LEAST_SLOTS, LEAST_SLOTS);
        int copies = Math.max((sharedPerBlock - (slots + stash) * keyBytes) / ((slots + stash) * entryBytes), 1);
        long places = Math.clamp(groups * PLACES_A_GROUP * 2, LEAST_PLACES, MAX_PLACES);
        return Optional.of(new Plan.Hash(
                slots,
                stash,
                Math.min(Integer.highestOneBit(copies), MAX_COPIES),
                (int) Long.highestOneBit(places),
                1,
                passes,
                hashThreads(shape),
                1,
                inPairs ? 2 : 1));
    }

    /// Tables of blocks for the keys that the sample has seen, with all the room that is left for those that come
    /// first of the others; none for words of more than 64 bits.
    private Optional<Plan.Hash> hot(ScanShape shape, long groups, long seen) {
        if (shape.layout().wordType() == CudaType.U128 || groups > MAX_PLACES / PLACES_A_GROUP) {
            return Optional.empty();
        }
        int keyBytes = shape.layout().wordType() == CudaType.U32 ? Integer.BYTES : Long.BYTES;
        int each = keyBytes + shape.entryWords() * Integer.BYTES;
        int all = mostShared() / each & -LEAST_SLOTS;
        int slots = Math.clamp((long) (seen / CUCKOO_LOAD) + LEAST_SLOTS, LEAST_SLOTS, mostSlots(each, STASH_SHARE))
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
                1,
                1));
    }

    /// Slots besides which the stash has room too, which is a share of them.
    private int mostSlots(int bytesEach, int stashShare) {
        return mostShared() / bytesEach * stashShare / (stashShare + 1) & -LEAST_SLOTS;
    }

    /// More cells, and expressions, take more registers than 1,024 threads have.
    private static int hashThreads(ScanShape shape) {
        int most = shape.cells().size() > 2 ? SMALL_BLOCK : LARGE_BLOCK;
        return shape.fused().isEmpty() ? most : most / 2;
    }

    /// The plan for `rows` rows with about `groups` groups, none much more frequent than others.
    Plan plan(ScanShape shape, long rows, long groups) {
        BigInteger words = shape.layout().words();
        if (words.bitLength() < DIRECT_LIMIT_BITS) {
            long slots = words.longValue();
            if (fitsPasses(shape, slots)) {
                return block(shape, (int) slots);
            }
            if (slots <= DIRECT_SPARSITY * groups) {
                return direct(shape, slots, rows);
            }
        }
        if (groups >= HOT_GROUPS) {
            return hashed(shape, rows, groups);
        }
        return hash(shape, groups)
                .filter(plan -> plan.passes() <= MAX_HASH_PASSES)
                .map(Plan.class::cast)
                .orElseGet(() -> hashed(shape, rows, groups));
    }

    /// The most that tables of a block may take.
    private int mostShared() {
        return device.sharedBytesPerBlock() - 4 * RESERVED_BYTES;
    }

    /// Groups in registers, if the sample has seen few different keys and floats are summed.
    Optional<Plan.Block> registers(ScanShape shape, long different) {
        BigInteger words = shape.layout().words();
        boolean isFit = shape.sumsFloats()
                && different > 0
                && different <= MAX_LISTED
                && different * shape.entryWords() <= REGISTERS_OF_SUMS
                && words.bitLength() < DIRECT_LIMIT_BITS
                && fitsPasses(shape, words.longValue());
        return isFit
                ? Optional.of(new Plan.Block(
                        words.intValue(), words.intValue(), 1, 1, REGISTER_THREADS, 1, (int) different, false, false))
                : Optional.empty();
    }

    /// Partial groups of rows that lie together, if runs of one key have many rows on average.
    Optional<Plan.Clustered> clustered(Survey.Findings findings) {
        double runs = findings.runs();
        long rows = findings.allRows();
        return rows >= LEAST_CLUSTERED && runs * LEAST_RUN <= rows
                ? Optional.of(clustered((long) runs, rows))
                : Optional.empty();
    }

    /// With room for so many runs.
    Plan.Clustered clustered(long runs, long rows) {
        long warps = Math.min(device.multiprocessors() * MAX_WARPS, rows / ROWS_OF_A_WARP + WARPS_OF_A_BLOCK);
        return new Plan.Clustered(Math.min(runs, rows) + 2 * CHUNK * warps, (int) warps);
    }

    /// Slots of the largest table: counts alone have 16 bits each.
    private long mostSlots(ScanShape shape) {
        int entryBytes = shape.entryWords() * Integer.BYTES;
        return (isCount(shape) ? mostShared() / Short.BYTES : mostShared() / entryBytes) & -2;
    }

    private static boolean isCount(ScanShape shape) {
        return shape.cells().size() == 1;
    }

    /// How many passes over the rows a table for all words takes; a few words more than there are slots are none.
    private int passes(ScanShape shape, long words) {
        double most = mostSlots(shape) / (1 - REST_SHARE / shape.cells().size());
        return (int) Math.min(Math.max(Math.ceil(words / most), 1), Integer.MAX_VALUE);
    }

    /// Whether passes over the rows cost less than sorting them by partition.
    private boolean fitsPasses(ScanShape shape, long words) {
        int most = isCount(shape) ? MAX_NARROW_PASSES : MAX_PASSES;
        return words
                <= most
                        * mostSlots(shape)
                        * (1 + LAST_REST_SHARE / shape.cells().size());
    }

    Plan.Block block(ScanShape shape, int words) {
        return block(shape, words, true);
    }

    /// @param isEven whether no count of a block is likely to pass 16 bits
    Plan.Block block(ScanShape shape, int words, boolean isEven) {
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int passes = passes(shape, words);
        int each = (words + passes - 1) / passes;
        int slots = (int) Math.min(each + (each & 1), mostSlots(shape));
        int budget = sharedPerBlock / 2;
        int copies = Math.min(Integer.highestOneBit(Math.max(budget / (slots * entryBytes), 1)), MAX_COPIES);
        boolean isNarrow = isCount(shape) && slots * entryBytes > (isEven ? sharedBytes : mostShared());
        return new Plan.Block(
                words, slots, passes, copies, LARGE_BLOCK, unroll(shape), 0, isNarrow, isNarrow && isEven);
    }

    /// Whether the most frequent key, with a share of `hottest`, is far from 2^16 rows of any block.
    private boolean isEven(long rows, double hottest) {
        return hottest * rows / device.multiprocessors() * EVEN_MARGIN < 1 << Short.SIZE;
    }

    /// Enough loads under way: 32 bytes a thread or more.
    private static int unroll(ScanShape shape) {
        return shape.argumentBytes() >= 8 || !shape.layout().texts().isEmpty() ? 1 : 2;
    }

    Plan.Partition direct(ScanShape shape, long words, long rows) {
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int most = mostShared();
        long slots = Math.min(sharedBytes, most) / entryBytes;
        long partitions = (words + slots - 1) / slots;
        if (partitions > MAX_PARTITIONS / 4 || (partitions > leastPartitions && isOneTableABlock(shape))) {
            slots = most / entryBytes;
            partitions = (words + slots - 1) / slots;
        }
        partitions = Math.max(partitions, leastPartitions);
        slots = (words + partitions - 1) / partitions;
        slots += slots & 1;
        partitions = (words + slots - 1) / slots;
        CudaType rest = slots <= 1 << Short.SIZE ? CudaType.U16 : CudaType.U32;
        return sized(shape, true, (int) partitions, (int) slots, rest, 0, Integer.SIZE, true);
    }

    /// Whether a multiprocessor has not the registers for a second block with a table anyway.
    private static boolean isOneTableABlock(ScanShape shape) {
        return !shape.arguments().isEmpty();
    }

    Plan.Partition hashed(ScanShape shape, long rows, long groups) {
        KeyLayout layout = shape.layout().shifted();
        boolean narrow = layout.wordType() == CudaType.U32;
        int wordBits = narrow ? Integer.SIZE : (layout.bits() + 3) / 4 * 4;
        int entryBytes = shape.entryWords() * Integer.BYTES + (narrow ? CudaType.U32 : CudaType.U64).byteWidth();
        int most = mostShared();
        int slots = Math.min(sharedBytes, most) / entryBytes;
        long partitions = partitions(groups, slots);
        if (partitions > MAX_PARTITIONS / 4) {
            slots = most / entryBytes;
            partitions = partitions(groups, slots);
        }
        partitions = Math.clamp(partitions, leastPartitions, MAX_PARTITIONS);
        int partitionBits = Long.numberOfTrailingZeros(partitions);
        int restBits = Math.max(wordBits - partitionBits, 1);
        slots -= slots & 1;
        CudaType rest = restBits < Integer.SIZE ? CudaType.U32 : CudaType.U64;
        return sized(shape, false, (int) partitions, slots, rest, restBits, wordBits, true);
    }

    /// The shape that a plan wants: hashed words are scrambled anyway, so they may as well be easy to take apart.
    static ScanShape shapeFor(ScanShape shape, Plan plan) {
        return plan instanceof Plan.Partition partition && !partition.isDirect()
                ? shape.with(shape.layout().shifted())
                : shape;
    }

    /// The plan for functions of the members of a group, if there are few enough words for a partition each.
    Optional<Plan.Partition> members(ScanShape shape) {
        BigInteger words = shape.layout().words();
        if (words.compareTo(BigInteger.valueOf(MAX_PARTITIONS)) > 0) {
            return Optional.empty();
        }
        Plan.Partition plan = sized(shape, true, words.intValue(), 1, CudaType.U16, 0, Integer.SIZE, false);
        return Optional.of(plan);
    }

    private static long partitions(long groups, int slots) {
        long least = (long) (groups / (slots * HASH_LOAD)) + 1;
        return least == 1 ? 1 : Long.highestOneBit(least - 1) << 1;
    }

    /// How many times four rows a thread moves at once, so that they stay in 64 registers; expressions take some.
    private static int moveGroups(ScanShape shape) {
        int registers =
                (shape.layout().texts().isEmpty() ? 44 : 40) - (shape.fused().isEmpty() ? 0 : 16);
        int wordBytes = shape.layout().wordType().byteWidth() - Integer.BYTES;
        double each = 1.5 + (shape.argumentBytes() + wordBytes) / (double) Integer.BYTES;
        return Math.clamp((int) (registers / (ROWS * each)), 1, 4);
    }

    private Plan.Partition sized(
            ScanShape shape,
            boolean isDirect,
            int partitions,
            int slots,
            CudaType rest,
            int restBits,
            int wordBits,
            boolean hasRest) {
        boolean wide = shape.layout().wordType() == CudaType.U128;
        int groups = wide ? 2 : moveGroups(shape);
        boolean isFewInATile = partitions > FEW_PARTITIONS && partitions <= ONE_STEP_PARTITIONS;
        boolean byColumn =
                !wide && shape.argumentBytes() >= FEW_BYTES && shape.fused().isEmpty();
        int largest = wide || (shape.argumentBytes() <= FEW_BYTES && !isFewInATile) ? SMALL_BLOCK : LARGE_BLOCK;
        int tableThreads = wide || !hasRest ? SMALL_BLOCK : LARGE_BLOCK;
        Plan.Partition whole = new Plan.Partition(
                isDirect,
                partitions,
                slots,
                rest,
                restBits,
                wordBits,
                largest,
                groups,
                false,
                hasRest,
                tableThreads,
                hasRest ? 4 : 1,
                0,
                rest,
                false);
        return (byColumn
                        ? staged(shape, whole.byColumns(columnGroups(shape)), LARGE_BLOCK)
                        : Optional.<Plan.Partition>empty())
                .or(() -> staged(shape, whole, largest))
                .orElse(whole);
    }

    /// How many times four rows a thread moves at once, one column after the other, so that they stay in 64
    /// registers.
    private static int columnGroups(ScanShape shape) {
        if (shape.layout().wordType() == CudaType.U64) {
            return 2;
        }
        return shape.widestArgument() > Integer.BYTES ? 3 : 4;
    }

    /// In two steps if there are many partitions, else in one; none if a block has not room for what it stages.
    private static Optional<Plan.Partition> staged(ScanShape shape, Plan.Partition whole, int largest) {
        int partitions = whole.partitions();
        int coarseBits = coarseBits(partitions, whole.isDirect() ? 0 : whole.restBits());
        if (partitions > ONE_STEP_PARTITIONS && ((partitions - 1) >> coarseBits) < MAX_COARSE) {
            CudaType firstRest = whole.isDirect()
                    ? directRest((long) whole.slots() << coarseBits)
                    : whole.restBits() + coarseBits <= Integer.SIZE ? CudaType.U32 : CudaType.U64;
            Optional<Plan.Partition> two = fitting(shape, whole.in(coarseBits, firstRest), largest);
            if (two.isPresent()) {
                return two;
            }
        }
        return fitting(shape, whole.staged(largest), largest);
    }

    /// As large a block as has room for what it stages.
    private static Optional<Plan.Partition> fitting(ScanShape shape, Plan.Partition plan, int largest) {
        for (int threads = largest; threads >= LEAST_BLOCK; threads /= 2) {
            Plan.Partition sized = plan.staged(threads);
            int most = sized.inTwoSteps() ? Math.max(sized.coarse(), 1 << sized.coarseBits()) : sized.partitions();
            boolean hasRoom = sized.inTwoSteps()
                    ? PartitionGroups.movingBytes(shape, sized.firstStep()) <= STAGE_LIMIT
                    : PartitionGroups.movingBytes(shape, sized) <= STAGE_LIMIT;
            if (threads * sized.groups() * ROWS >= most && hasRoom) {
                return Optional.of(sized);
            }
        }
        return Optional.empty();
    }

    /// Bits of a partition's number that the second step tells apart: half of them, if the first step's rest has
    /// room.
    private static int coarseBits(int partitions, int restBits) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(partitions - 1);
        return Math.min((bits + 1) / 2, Long.SIZE - restBits);
    }

    private static CudaType directRest(long numbers) {
        if (numbers <= 1 << Byte.SIZE) {
            return CudaType.U8;
        }
        return numbers <= 1 << Short.SIZE ? CudaType.U16 : CudaType.U32;
    }
}
