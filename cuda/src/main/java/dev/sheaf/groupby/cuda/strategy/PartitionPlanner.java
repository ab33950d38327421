package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.scan.KeyLayout;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.math.BigInteger;
import java.util.Optional;

/// Sizes of partitions and of what moves rows to them.
record PartitionPlanner(PlanSizes sizes) {
    private static final int SMALL_BLOCK = 512;

    private static final int LARGE_BLOCK = 1024;

    private static final int LEAST_BLOCK = 256;

    /// A block counts the rows of all partitions in shared memory, which has not room for twice as many.
    private static final int MAX_PARTITION_BITS = 15;

    /// With more partitions, tables take what a block may have.
    private static final int MANY_PARTITIONS = 1 << 12;

    /// The most groups of which each is a partition.
    static final int MOST_OF_MEMBERS = 1 << 14;

    /// More partitions than this get too few rows of a tile each to write whole lines, and are made in two steps.
    private static final int ONE_STEP_PARTITIONS = 3400;

    /// Rows of as many bytes move one column after the other, by one large block. Two blocks, one of which
    /// loads while the other stores, move rows of fewer bytes faster.
    private static final int FEW_BYTES = 8;

    /// With more partitions, half a tile has too few rows of each.
    private static final int FEW_PARTITIONS = 600;

    /// As in `partition_again.cu`.
    private static final int MAX_COARSE = 256;

    private static final int ROWS = 4;

    private static final int STAGE_LIMIT = 200 << 10;

    /// With as many bytes of a row for each thread of a block, registers do not hold four of them.
    private static final int MOST_GROUPED_BYTES = 32 * LARGE_BLOCK;

    /// How many pieces there are at least, of rows of which each has to be added to a table in device memory.
    private static final long PIECES_OF_A_MULTIPROCESSOR = 4;

    /// How many times as many rows as a partition has on average a piece has at least.
    private static final long PIECE_PARTITIONS = 2;

    private static final long LARGEST_PIECE = 1L << 30;

    private static final double HASH_LOAD = 0.6;

    /// What is left of a word is kept plus 1, since 0 is a free slot.
    private static final int MAX_REST_BITS = Long.SIZE - 1;

    Plan.Partition direct(ScanShape shape, long words, long rows) {
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int most = sizes.mostShared();
        long slots = Math.min(sizes.sharedBytes(), most) / entryBytes;
        long partitions = (words + slots - 1) / slots;
        if (partitions > MANY_PARTITIONS || (partitions > sizes.leastPartitions() && isOneTableABlock(shape))) {
            slots = most / entryBytes;
            partitions = (words + slots - 1) / slots;
        }
        partitions = Math.max(partitions, sizes.leastPartitions());
        slots = (words + partitions - 1) / partitions;
        slots += slots & 1;
        partitions = (words + slots - 1) / slots;
        CudaType rest = slots <= 1 << Short.SIZE ? CudaType.U16 : CudaType.U32;
        return sized(shape, true, (int) partitions, (int) slots, rest, 0, Integer.SIZE, true);
    }

    /// Whether a block has room to count the rows of as many partitions as direct tables for so many words are.
    boolean hasDirect(ScanShape shape, long words) {
        long slots = sizes.mostShared() / (shape.entryWords() * Integer.BYTES);
        return words / slots < sizes.mostShared() / Integer.BYTES;
    }

    /// Whether a multiprocessor has not the registers for a second block with a table anyway.
    private static boolean isOneTableABlock(ScanShape shape) {
        return !shape.arguments().isEmpty();
    }

    /// Fewer partitions where rows are moved without being brought together first, which takes two numbers a partition.
    Plan.Partition hashed(ScanShape shape, long groups) {
        Plan.Partition plan = hashed(shape, groups, MAX_PARTITION_BITS);
        return plan.isStaged() || plan.inTwoSteps() ? plan : hashed(shape, groups, MAX_PARTITION_BITS - 1);
    }

    private Plan.Partition hashed(ScanShape shape, long groups, int mostBits) {
        KeyLayout layout = shape.layout().shifted();
        boolean narrow = layout.wordType() == CudaType.U32;
        int widest = layout.wordType().byteWidth() * Byte.SIZE;
        int wordBits = narrow ? Integer.SIZE : Math.min((layout.bits() + 3) / 4 * 4, widest);
        int entryBytes = shape.entryWords() * Integer.BYTES + (narrow ? CudaType.U32 : CudaType.U64).byteWidth();
        int most = sizes.mostShared();
        int slots = Math.min(sizes.sharedBytes(), most) / entryBytes;
        long partitions = partitions(groups, slots);
        if (partitions > MANY_PARTITIONS) {
            slots = most / entryBytes;
            partitions = partitions(groups, slots);
        }
        int tooWide = Math.clamp(wordBits - MAX_REST_BITS, 0, mostBits);
        partitions = Math.clamp(partitions, Math.max(sizes.leastPartitions(), 1 << tooWide), 1 << mostBits);
        int partitionBits = Long.numberOfTrailingZeros(partitions);
        int restBits = Math.max(wordBits - partitionBits, 1);
        slots -= slots & 1;
        CudaType rest = restBits < Integer.SIZE ? CudaType.U32 : CudaType.U64;
        return sized(shape, false, (int) partitions, slots, rest, restBits, wordBits, true);
    }

    /// The plan for functions of the members of a group, if there are few enough words for a partition each.
    Optional<Plan.Partition> members(ScanShape shape) {
        BigInteger words = shape.layout().words();
        if (words.compareTo(BigInteger.valueOf(MOST_OF_MEMBERS)) > 0) {
            return Optional.empty();
        }
        Plan.Partition plan = sized(shape, true, words.intValue(), 1, CudaType.U16, 0, Integer.SIZE, false);
        return Optional.of(plan);
    }

    /// The same for skewed keys: what one block would do for long is done by several.
    Plan.Partition inPieces(Plan.Partition plan, long rows) {
        long ofBlock = rows / (PIECES_OF_A_MULTIPROCESSOR * sizes.device().multiprocessors());
        long ofPartition = PIECE_PARTITIONS * rows / plan.partitions();
        return plan.inPieces(Math.clamp(Math.max(ofBlock, ofPartition), 1, LARGEST_PIECE));
    }

    private static long partitions(long groups, int slots) {
        long least = (long) (groups / (slots * HASH_LOAD)) + 1;
        return least == 1 ? 1 : Long.highestOneBit(least - 1) << 1;
    }

    /// How many times four rows a thread moves at once, so that they stay in 64 registers; expressions take some.
    private static int moveGroups(ScanShape shape) {
        int registers = (shape.layout().texts().isEmpty() ? 44 : 40)
                - (shape.fused().isEmpty() && !shape.readsDecimals() ? 0 : 16);
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
        boolean byColumn = !wide && shape.argumentBytes() >= FEW_BYTES;
        int largest = wide || (shape.argumentBytes() <= FEW_BYTES && !isFewInATile) ? SMALL_BLOCK : LARGE_BLOCK;
        int tableThreads = wide || !hasRest || shape.hasLimbs() ? SMALL_BLOCK : LARGE_BLOCK;
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
                hasRest ? unroll(shape, tableThreads) : 1,
                0,
                rest,
                false,
                0);
        return (byColumn
                        ? staged(shape, whole.byColumns(columnGroups(shape)), LARGE_BLOCK)
                        : Optional.<Plan.Partition>empty())
                .or(() -> staged(shape, whole, largest))
                .orElse(whole);
    }

    /// How many rows a thread adds at once, so that they stay in its registers.
    private static int unroll(ScanShape shape, int threads) {
        return shape.argumentBytes() * threads >= MOST_GROUPED_BYTES ? 2 : 4;
    }

    /// How many times four rows a thread moves at once, one column after the other, so that they stay in 64
    /// registers; expressions take some.
    private static int columnGroups(ScanShape shape) {
        int widest = shape.widestArgument();
        if (shape.layout().wordType() == CudaType.U64 || shape.readsDecimals() || widest > Long.BYTES) {
            return 2;
        }
        return widest > Integer.BYTES || !shape.fused().isEmpty() ? 3 : 4;
    }

    /// Partitions in two steps if there are many partitions, else in one, or else in the other. Wide rows of many
    /// partitions that a block does not bring together took 21 ms of 60 million rows. Empty if a block
    /// lacks room for what it stages.
    private static Optional<Plan.Partition> staged(ScanShape shape, Plan.Partition whole, int largest) {
        return whole.partitions() > ONE_STEP_PARTITIONS
                ? inTwoSteps(shape, whole, largest).or(() -> fitting(shape, whole.staged(largest), largest))
                : fitting(shape, whole.staged(largest), largest).or(() -> inTwoSteps(shape, whole, largest));
    }

    private static Optional<Plan.Partition> inTwoSteps(ScanShape shape, Plan.Partition whole, int largest) {
        int partitions = whole.partitions();
        int coarseBits = coarseBits(partitions, whole.isDirect() ? 0 : whole.restBits());
        if (partitions <= FEW_PARTITIONS || ((partitions - 1) >> coarseBits) >= MAX_COARSE) {
            return Optional.empty();
        }
        CudaType firstRest = whole.isDirect()
                ? directRest((long) whole.slots() << coarseBits)
                : whole.restBits() + coarseBits <= Integer.SIZE ? CudaType.U32 : CudaType.U64;
        return fitting(shape, whole.in(coarseBits, firstRest), largest);
    }

    /// The plan with the largest block that has room for what it stages; empty if none has.
    private static Optional<Plan.Partition> fitting(ScanShape shape, Plan.Partition plan, int largest) {
        for (int threads = largest; threads >= LEAST_BLOCK; threads /= 2) {
            Plan.Partition sized = plan.staged(threads);
            int most = sized.inTwoSteps() ? Math.max(sized.coarse(), 1 << sized.coarseBits()) : sized.partitions();
            boolean hasRoom = sized.inTwoSteps()
                    ? SharedBytes.moving(shape, sized.firstStep()) <= STAGE_LIMIT
                    : SharedBytes.moving(shape, sized) <= STAGE_LIMIT;
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
