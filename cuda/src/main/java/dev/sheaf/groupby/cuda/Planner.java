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
    /// Groups that take up to so many registers stay in them; if floats are summed, more, since adding to few
    /// in shared memory is a loop of compare and swap and all waiting.
    private static final int REGISTERS = 4;

    private static final int REGISTERS_OF_SUMS = 40;

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

    /// A group with this share of the rows would keep one block busy while the others wait, were it one
    /// partition's.
    private static final double HOT = 1.0 / 256;

    /// Where some groups are hot, a sample sees few of the others; so many there may be.
    private static final long HOT_GROUPS = 1 << 20;

    /// A sample sees all of so many groups.
    private static final long FEW_GROUPS = 1_000;

    private static final int PLACES_A_GROUP = 4;
    private static final int LEAST_SLOTS = 64;
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
    Plan plan(ScanShape shape, long rows, long groups, double hottest) {
        Plan plan = plan(shape, rows, groups);
        boolean isFine = plan instanceof Plan.Block || (plan instanceof Plan.Hash && groups <= FEW_GROUPS);
        return isFine || hottest <= HOT
                ? plan
                : hash(shape, Math.max(groups, HOT_GROUPS))
                        .map(Plan.class::cast)
                        .orElse(plan);
    }

    /// Tables of blocks that hold all groups, or the most frequent ones; none for words of more than 64 bits.
    Optional<Plan.Hash> hash(ScanShape shape, long groups) {
        boolean narrow = shape.layout().wordType() == CudaType.U32;
        if (shape.layout().wordType() == CudaType.U128 || groups > MAX_PLACES / PLACES_A_GROUP) {
            return Optional.empty();
        }
        int keyBytes = narrow ? Integer.BYTES : Long.BYTES;
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int half = mostShared() / 2 / (keyBytes + entryBytes);
        long wanted = Math.max(groups * PLACES_A_GROUP, LEAST_SLOTS);
        int fitting = groups <= half * HASH_LOAD || groups >= HOT_GROUPS ? half : 2 * half;
        int slots = (int) Math.min(wanted, fitting) & -LEAST_SLOTS;
        int copies = Math.max((sharedPerBlock / 2 - slots * keyBytes) / (slots * entryBytes), 1);
        long places = Math.clamp(groups * PLACES_A_GROUP * 2, LEAST_PLACES, MAX_PLACES);
        return Optional.of(new Plan.Hash(
                slots,
                Math.min(Integer.highestOneBit(copies), MAX_COPIES),
                (int) Long.highestOneBit(places),
                LARGE_BLOCK));
    }

    /// The plan for `rows` rows with about `groups` groups, none much more frequent than others.
    Plan plan(ScanShape shape, long rows, long groups) {
        BigInteger words = shape.layout().words();
        long entryBytes = (long) shape.entryWords() * Integer.BYTES;
        if (words.bitLength() < DIRECT_LIMIT_BITS) {
            long slots = words.longValue();
            if (slots * entryBytes <= MAX_PASSES * (long) mostShared()) {
                return block(shape, (int) slots);
            }
            if (slots <= DIRECT_SPARSITY * groups) {
                return direct(shape, slots, rows);
            }
        }
        int slots = mostShared() / (Long.BYTES + (int) entryBytes);
        return groups <= slots * HASH_LOAD
                ? hash(shape, groups).map(Plan.class::cast).orElseGet(() -> hashed(shape, rows, groups))
                : hashed(shape, rows, groups);
    }

    /// The most that tables of a block may take.
    private int mostShared() {
        return device.sharedBytesPerBlock() - 4 * RESERVED_BYTES;
    }

    Plan.Block block(ScanShape shape, int words) {
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int registers = words * shape.entryWords();
        if (registers <= (shape.sumsFloats() ? REGISTERS_OF_SUMS : REGISTERS)) {
            return new Plan.Block(words, 1, 1, REGISTER_THREADS, 1, true);
        }
        int passes = (int) (((long) words * entryBytes + mostShared() - 1) / mostShared());
        int each = (words + passes - 1) / passes;
        int slots = each + (each & 1);
        int budget = sharedPerBlock / 2;
        int fitting = Math.max(budget / (slots * entryBytes), 1);
        int copies = Math.min(Integer.highestOneBit(fitting), MAX_COPIES);
        return new Plan.Block(slots, passes, copies, LARGE_BLOCK, unroll(shape), false);
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
        if (partitions > MAX_PARTITIONS / 4) {
            slots = most / entryBytes;
            partitions = (words + slots - 1) / slots;
        }
        partitions = Math.max(partitions, leastPartitions);
        slots = (words + partitions - 1) / partitions;
        slots += slots & 1;
        partitions = (words + slots - 1) / slots;
        CudaType rest = slots <= 1 << Short.SIZE ? CudaType.U16 : CudaType.U32;
        return sized(shape, true, (int) partitions, (int) slots, rest, 0, Integer.SIZE);
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
        return sized(shape, false, (int) partitions, slots, rest, restBits, wordBits);
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
        return Optional.of(new Plan.Partition(
                true,
                words.intValue(),
                1,
                CudaType.U16,
                0,
                Integer.SIZE,
                LARGE_BLOCK,
                4,
                false,
                false,
                SMALL_BLOCK,
                1));
    }

    private static long partitions(long groups, int slots) {
        long least = (long) (groups / (slots * HASH_LOAD)) + 1;
        return least == 1 ? 1 : Long.highestOneBit(least - 1) << 1;
    }

    /// How many times four rows a thread moves at once, so that they stay in 64 registers.
    private static int moveGroups(ScanShape shape) {
        int registers = shape.layout().texts().isEmpty() ? 44 : 40;
        int wordBytes = shape.layout().wordType().byteWidth() - Integer.BYTES;
        double each = 1.5 + (shape.argumentBytes() + wordBytes) / (double) Integer.BYTES;
        return Math.clamp((int) (registers / (ROWS * each)), 1, 4);
    }

    private Plan.Partition sized(
            ScanShape shape, boolean isDirect, int partitions, int slots, CudaType rest, int restBits, int wordBits) {
        boolean wide = shape.layout().wordType() == CudaType.U128;
        int groups = wide ? 2 : moveGroups(shape);
        int tableThreads = wide ? SMALL_BLOCK : LARGE_BLOCK;
        for (int threads = wide ? SMALL_BLOCK : LARGE_BLOCK; threads >= LEAST_BLOCK; threads /= 2) {
            Plan.Partition plan = new Plan.Partition(
                    isDirect,
                    partitions,
                    slots,
                    rest,
                    restBits,
                    wordBits,
                    threads,
                    groups,
                    true,
                    true,
                    tableThreads,
                    4);
            if (threads * groups * ROWS >= partitions && PartitionGroups.movingBytes(shape, plan) <= STAGE_LIMIT) {
                return plan;
            }
        }
        return new Plan.Partition(
                isDirect,
                partitions,
                slots,
                rest,
                restBits,
                wordBits,
                wide ? SMALL_BLOCK : LARGE_BLOCK,
                groups,
                false,
                true,
                tableThreads,
                4);
    }
}
