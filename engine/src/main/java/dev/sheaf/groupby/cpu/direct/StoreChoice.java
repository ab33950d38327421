package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.key.DirectKeys;

/// Which `StateStore` of a table takes its next rows. The first that can is asked:
///
/// | store | takes rows if | because |
/// |---|---|---|
/// | [DirectStates] | keys have slots of at most `cpu.direct.maxBits` bits | ids are neither written nor read |
/// | | all reductions add or compare, with at most 7 masks | one generated loop serves them |
/// | | slots take at most `cpu.direct.maxBytes` | they stay in the second-level cache |
/// | | the loop was not stopped lately ([LoopPause]) | a stop costs more than ids of a few chunks |
/// | [DenseStates] | the table never had direct states | a table has one store besides its reductions |
/// | | more groups than 2^`cpu.direct.packAboveBits` | fewer groups' states are in the cache anyhow |
/// | | [#MIN_ROWS_A_GROUP] rows a group | flushing a group costs some rows |
/// | | packed states take fewer bytes than those of the reductions | else there is nothing to save |
/// | | those take more than [#MAX_PLAIN_BYTES], or have nulls | fewer are not worth it |
/// | | it was stopped at most [#MAX_STOPS] times | values that stop it so often are no small numbers |
/// | `ReductionStates` | always | |
final class StoreChoice {
    /// Rows that direct states hold before they are flushed.
    static final long MAX_ROWS_HELD = 1L << 30;

    /// The same if there are sums of 64-bit numbers, see [DirectLoopBody#SAFE_BITS].
    static final long MAX_WIDE_ROWS_HELD = 1L << 22;

    /// Flushing a group takes as long as some rows.
    private static final int MIN_ROWS_A_GROUP = 4;

    /// States of so few bytes are not worth packing if all rows count: the greatest and the least of two columns
    /// took 3 % longer, where with nulls they take 10 % less.
    private static final long MAX_PLAIN_BYTES = 16;

    private static final int MAX_STOPS = 16;

    private StoreChoice() {}

    /// Whether slots are no more than a few times what a second-level cache has.
    static boolean fits(DirectKeys found, StateLayout layout, CpuSettings settings) {
        return layout.slotBytes() * found.slots() <= settings.directMaxBytes();
    }

    /// Whether states of so many groups, after so many rows and stops, are worth packing.
    static boolean packs(int groupCount, long tableRows, int stops, CpuSettings settings) {
        return groupCount > 1L << settings.packAboveBits()
                && tableRows >= (long) MIN_ROWS_A_GROUP * groupCount
                && stops <= MAX_STOPS;
    }

    /// Whether a layout saves bytes over states of `groupBytes` a group; `hasMasks` says that some rows do not count.
    static boolean saves(StateLayout layout, long slots, long groupBytes, boolean hasMasks, CpuSettings settings) {
        return layout.slotBytes() < groupBytes
                && (groupBytes > MAX_PLAIN_BYTES || hasMasks)
                && layout.slotBytes() * slots <= settings.directMaxBytes();
    }
}
