package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.groupby.cuda.scan.ScanShape;
import java.math.BigInteger;
import java.util.Optional;

/// Sizes of tables in which a word is its place, in the shared memory of each block or in registers.
record BlockPlanner(PlanSizes sizes) {
    /// Groups whose float sums take up to so many registers stay in them, since adding to few places in shared
    /// memory is a loop of compare and swap and all waiting.
    private static final int REGISTERS_OF_SUMS = 40;

    /// So many keys of the sample at most are compared with that of each row.
    static final int MAX_LISTED = 12;

    private static final int REGISTER_THREADS = 256;

    private static final int THREADS = 1024;

    /// Four rows of more bytes than this do not stay in the 64 registers that each of so many threads has: they
    /// were kept in device memory meanwhile, and a pass took 4 ms over 100 million rows of 52 bytes. Half as
    /// many threads have 128, and a fourth 255.
    private static final int MOST_ROW_BYTES = 32;

    /// One copy of the table for each lane of a warp takes all conflicts away.
    private static final int MAX_COPIES = 32;

    /// Up to so many passes over the rows cost less than sorting them by partition.
    private static final int MAX_PASSES = 4;

    /// Passes with counts of 16 bits, which cost more than those with 32 do.
    private static final int MAX_NARROW_PASSES = 3;

    /// Words that take this share of the rows cost less by atomics in device memory than by one more pass; with the
    /// last pass, than by partitions.
    private static final double REST_SHARE = 0.12;

    private static final double LAST_REST_SHARE = 0.02;

    /// Rows that a thread loads at once where one block fills a multiprocessor: fewer threads need more loads under
    /// way.
    private static final int NARROW_UNROLL = 4;

    /// How many times fewer rows of the most frequent key than 16 bits count a block may be expected to see.
    private static final double EVEN_MARGIN = 2;

    /// Most bits of a word for which a table has a place for each word.
    private static final int DIRECT_LIMIT_BITS = 31;

    /// Groups in registers, if the sample has seen few different keys and floats are summed.
    Optional<Plan.Block> registers(ScanShape shape, long different) {
        BigInteger words = shape.layout().words();
        boolean isFit = shape.sumsFloats()
                && !shape.hasWideExtremes()
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

    /// Sums of floats are loops of compare and swap, which more copies shorten, and take so many registers that
    /// there is one block on a multiprocessor; of counts there are two.
    ///
    /// @param isEven whether no count of a block is likely to pass 16 bits
    Plan.Block block(ScanShape shape, int words, boolean isEven) {
        int entryBytes = shape.entryWords() * Integer.BYTES;
        int passes = passes(shape, words);
        int each = (words + passes - 1) / passes;
        int slots = (int) Math.min(each + (each & 1), mostSlots(shape));
        int budget = sizes.sharedPerBlock() / (shape.sumsFloats() ? 1 : 2);
        int copies = Math.min(Integer.highestOneBit(Math.max(budget / (slots * entryBytes), 1)), MAX_COPIES);
        boolean isNarrow = isCount(shape) && slots * entryBytes > (isEven ? sizes.sharedBytes() : sizes.mostShared());
        return new Plan.Block(
                words,
                slots,
                passes,
                copies,
                threads(shape),
                isNarrow ? NARROW_UNROLL : unroll(shape),
                0,
                isNarrow,
                isNarrow && isEven);
    }

    /// Whether passes over the rows cost less than sorting them by partition.
    boolean fitsPasses(ScanShape shape, long words) {
        int most = isCount(shape) ? MAX_NARROW_PASSES : MAX_PASSES;
        return words
                <= most
                        * mostSlots(shape)
                        * (1 + LAST_REST_SHARE / shape.cells().size());
    }

    /// Whether the most frequent key, with a share of `hottest`, is far from 2^16 rows of any block.
    boolean isEven(long rows, double hottest) {
        return hottest * rows / sizes.device().multiprocessors() * EVEN_MARGIN < 1 << Short.SIZE;
    }

    /// How many passes over the rows a table for all words takes; a few words more than there are slots are none.
    private int passes(ScanShape shape, long words) {
        double most = mostSlots(shape) / (1 - REST_SHARE / shape.cells().size());
        return (int) Math.min(Math.max(Math.ceil(words / most), 1), Integer.MAX_VALUE);
    }

    /// Slots of the largest table: counts alone have 16 bits each.
    private long mostSlots(ScanShape shape) {
        int entryBytes = shape.entryWords() * Integer.BYTES;
        return (isCount(shape) ? sizes.mostShared() / Short.BYTES : sizes.mostShared() / entryBytes) & -2;
    }

    private static boolean isCount(ScanShape shape) {
        return shape.cells().size() == 1;
    }

    private static int threads(ScanShape shape) {
        int bytes = shape.argumentBytes();
        return bytes <= MOST_ROW_BYTES ? THREADS : bytes <= 3 * MOST_ROW_BYTES ? THREADS / 2 : THREADS / 4;
    }

    /// Enough loads under way: 32 bytes a thread or more.
    private static int unroll(ScanShape shape) {
        return shape.argumentBytes() >= 8 || !shape.layout().texts().isEmpty() ? 1 : 2;
    }
}
