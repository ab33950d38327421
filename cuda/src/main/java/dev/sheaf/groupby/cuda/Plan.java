package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.kernel.CudaType;

/// A strategy with its sizes.
sealed interface Plan {
    /// What `explain` says.
    String describe();

    /// A table in the shared memory of each block or in the registers of each thread, in which a word is its place.
    ///
    /// @param copies of the table a block has
    /// @param slots of a table
    /// @param passes over the rows, each for as many slots; more than one if the table has not room for all
    /// @param unroll how many times four rows a thread reads at once
    record Block(int slots, int passes, int copies, int threads, int unroll, boolean inRegisters) implements Plan {
        /// Of all passes.
        int allSlots() {
            return slots * passes;
        }

        @Override
        public String describe() {
            return inRegisters
                    ? slots + " slots in registers"
                    : "block tables of " + slots + " slots, " + (passes > 1 ? passes + " passes" : copies + " copies");
        }
    }

    /// A hash table in the shared memory of each block, and one of `capacity` places behind them all.
    record Hash(int slots, int copies, int capacity, int threads) implements Plan {
        @Override
        public String describe() {
            return "hash tables of " + slots + " slots a block, " + copies + " copies, and of " + capacity
                    + " places for what is left";
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
            int unroll)
            implements Plan {
        @Override
        public String describe() {
            return partitions + " partitions" + (isStaged ? ", staged" : "") + ", " + (isDirect ? "direct" : "hashed")
                    + " tables of " + slots + " slots";
        }
    }
}
