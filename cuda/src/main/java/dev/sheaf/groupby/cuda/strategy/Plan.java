package dev.sheaf.groupby.cuda.strategy;

import dev.sheaf.cuda.kernel.CudaType;

/// A strategy with its sizes.
public sealed interface Plan {
    /// What `explain` says.
    String describe();

    /// A table in the shared memory of each block or in the registers of each thread, in which a word is its place.
    ///
    /// @param words all there are
    /// @param slots of a table
    /// @param passes over the rows, each for as many slots; more than one if the table has not room for all. The
    ///     few words that no pass has a slot for are counted in device memory
    /// @param copies of the table a block has
    /// @param unroll how many times four rows a thread reads at once
    /// @param listed how many keys of the sample are kept in registers, 0 for a table
    /// @param isNarrow whether counts have 16 bits
    /// @param isSummed whether these are checked by their sum at the end, since no count is likely to pass them
    record Block(
            int words,
            int slots,
            int passes,
            int copies,
            int threads,
            int unroll,
            int listed,
            boolean isNarrow,
            boolean isSummed)
            implements Plan {
        public boolean inRegisters() {
            return listed > 0;
        }

        /// Whether there are words that no pass has a slot for.
        public boolean hasRestSlots() {
            return !inRegisters() && (long) slots * passes < words;
        }

        @Override
        public String describe() {
            return inRegisters()
                    ? listed + " groups in registers"
                    : "block tables of " + slots + (isNarrow ? " narrow" : "") + " slots, "
                            + (passes > 1 ? passes + " passes" : copies + " copies")
                            + (hasRestSlots() ? ", " + (words - slots * passes) + " slots on the device" : "");
        }
    }

    /// A hash table in the shared memory of each block, and one of `capacity` places behind them all.
    ///
    /// @param slots of keys that the sample has seen
    /// @param stash places for those that it has not
    /// @param atLeast how often the sample has to have seen a key
    /// @param passes over the rows, each for a share of the keys
    /// @param unroll how many times four rows a thread reads at once
    /// @param bucket how many slots lie where a hash says, 1 or 2
    record Hash(
            int slots,
            int stash,
            int copies,
            int capacity,
            int atLeast,
            int passes,
            int threads,
            int unroll,
            int bucket)
            implements Plan {
        @Override
        public String describe() {
            return "hash tables of " + slots + (bucket > 1 ? " slots in pairs" : " slots") + " a block, "
                    + (passes > 1 ? passes + " passes" : copies + " copies") + ", and of " + capacity
                    + " places for what is left";
        }
    }

    /// Counts in a hash table of each block, of words of 32 bits, and a table of `capacity` places behind them all.
    ///
    /// @param slots of keys that the sample has seen
    /// @param stash places for those that it has not
    /// @param copies of the slots that a block has
    /// @param blocks of a multiprocessor
    /// @param unroll how many times four rows a thread reads at once
    /// @param bucket how many slots lie where a hash says, 1 or 2
    /// @param isPacked whether key and count lie in one word
    record Counts(
            int slots,
            int stash,
            int copies,
            int capacity,
            int threads,
            int blocks,
            int unroll,
            int bucket,
            boolean isPacked)
            implements Plan {
        /// Bits of a count in a word: what is left by the low bits that tell the numbers apart which share a
        /// place, and by one for which of the two hashes it is.
        public int countBits() {
            return isPacked ? Integer.SIZE - 2 - Integer.numberOfLeadingZeros(slots / bucket) : Integer.SIZE;
        }

        @Override
        public String describe() {
            return "hash tables of " + slots + (isPacked ? " packed" : "") + " counts"
                    + (bucket > 1 ? " in pairs" : "") + " a block, " + copies + " copies, and of " + capacity
                    + " places for what is left";
        }
    }

    /// Consecutive rows of one key become one partial group, and the partial groups are grouped by another plan.
    ///
    /// @param partials room for so many
    /// @param warps that may work at once; each leaves a few places unused
    record Clustered(long partials, int warps) implements Plan {
        @Override
        public String describe() {
            return "runs of clustered keys";
        }
    }

    /// Numbers of groups of which most have one row, which becomes a row of the result at once.
    ///
    /// @param shared how many of them, the first ones, may have several rows; these are added up in device memory
    record Single(long shared) implements Plan {
        @Override
        public String describe() {
            return "groups of one row" + (shared > 0 ? ", and " + shared + " in device memory" : "");
        }
    }

    /// Rows sorted by partition, then a table in shared memory for each.
    ///
    /// @param isDirect whether a word less the partition's first is its place; else hashed
    /// @param slots of a table
    /// @param rest the type of what of a word is not told by its partition
    /// @param restBits how many bits that has, if hashed
    /// @param wordBits how many bits of a word are scrambled, if hashed
    /// @param groups how many times four rows a thread moves at once
    /// @param hasRest whether rests are kept; not if a partition is a group
    /// @param isStaged whether rows of a partition are brought together in shared memory first
    /// @param coarseBits in the first of two steps, 2 to this many partitions are one; 0 if there is one step
    /// @param firstRest the type of what is left of a word after the first step
    /// @param byColumn whether staged rows move one column after the other
    /// @param pieceRows rows of a piece of partitions that are grouped in pieces; 0 if all are taken whole
    record Partition(
            boolean isDirect,
            int partitions,
            int slots,
            CudaType rest,
            int restBits,
            int wordBits,
            int moveThreads,
            int groups,
            boolean isStaged,
            boolean hasRest,
            int tableThreads,
            int unroll,
            int coarseBits,
            CudaType firstRest,
            boolean byColumn,
            long pieceRows)
            implements Plan {
        /// The same with partitions in pieces.
        Partition inPieces(long rows) {
            return new Partition(
                    isDirect,
                    partitions,
                    slots,
                    rest,
                    restBits,
                    wordBits,
                    moveThreads,
                    groups,
                    isStaged,
                    hasRest,
                    tableThreads,
                    unroll,
                    coarseBits,
                    firstRest,
                    byColumn,
                    rows);
        }

        /// Whether partitions of many rows are grouped in pieces.
        public boolean isInPieces() {
            return pieceRows > 0;
        }

        /// The same with rows that move one column after the other, so many times four of a thread at once.
        Partition byColumns(int more) {
            return moved(moveThreads, more, isStaged, true);
        }

        /// The same with staged rows and this many threads to move them.
        public Partition staged(int threads) {
            return moved(threads, groups, true, byColumn);
        }

        private Partition moved(int threads, int times, boolean staged, boolean columns) {
            return new Partition(
                    isDirect,
                    partitions,
                    slots,
                    rest,
                    restBits,
                    wordBits,
                    threads,
                    times,
                    staged,
                    hasRest,
                    tableThreads,
                    unroll,
                    coarseBits,
                    firstRest,
                    columns,
                    pieceRows);
        }

        /// The same in two steps.
        public Partition in(int coarse, CudaType restOfFirst) {
            return cut(partitions, slots, rest, restBits, hasRest, coarse, restOfFirst);
        }

        public boolean inTwoSteps() {
            return coarseBits > 0;
        }

        /// Partitions of the first step, or of the only one.
        public int coarse() {
            return ((partitions - 1) >> coarseBits) + 1;
        }

        /// The plan of the first of two steps.
        public Partition firstStep() {
            return cut(coarse(), slots << coarseBits, firstRest, restBits + coarseBits, true, 0, firstRest)
                    .staged(moveThreads);
        }

        /// What the second step does within one coarse partition.
        public Partition secondStep() {
            return cut(1 << coarseBits, slots, rest, restBits, hasRest, 0, firstRest)
                    .staged(moveThreads);
        }

        private Partition cut(
                int into, int size, CudaType left, int leftBits, boolean keepsRest, int coarse, CudaType restOfFirst) {
            return new Partition(
                    isDirect,
                    into,
                    size,
                    left,
                    leftBits,
                    wordBits,
                    moveThreads,
                    groups,
                    isStaged,
                    keepsRest,
                    tableThreads,
                    unroll,
                    coarse,
                    restOfFirst,
                    byColumn,
                    pieceRows);
        }

        @Override
        public String describe() {
            return partitions + " partitions" + (inTwoSteps() ? " in two steps" : isStaged ? ", staged" : "")
                    + (byColumn ? " by column" : "") + ", "
                    + (isDirect ? "direct" : "hashed") + " tables of " + slots + " slots"
                    + (isInPieces() ? ", in pieces of " + pieceRows + " rows" : "");
        }
    }
}
