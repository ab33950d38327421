package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.general.CarriedRows;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.Objects;

/// Rows sorted by parts of the hashes of their keys, of so few rows that a block numbers the keys of one:
/// `hash_parts.cu`.
///
/// Cost: a pass of a radix sort for each 8 bits of the part, and a read of the hashes.
///
/// @param sort has the moves of the rows
/// @param groups the number of the group of each place: its part and its slot there
/// @param full tells whether a part has more keys than slots: numbers then mean nothing, but are in range
record HashedParts(GroupRowsSort sort, Buffer groups, Signal full) {
    /// How numbers of groups are cut.
    static final Slots SLOTS = new Slots(12, 1 << 12, true, 0);

    /// Rows for which the numbers of parts and slots have 31 bits.
    static final long MOST_ROWS = 1L << 30;

    /// As in `hash_parts.cu`.
    private static final int THREADS = 512;

    /// On average: half of the slots stay free even if all keys differ.
    private static final int ROWS_OF_A_PART = 1 << 11;

    private static final Specialization KERNEL = KeyWords.kernel(CudaType.U64);
    private static final String PURPOSE = "parts of hashes";

    /// Its parts are to be closed by the caller. What reads the numbers may be launched before anybody waits for
    /// `full`.
    ///
    /// @param carried moves along with the rows, and is closed with the sort
    static HashedParts of(DeviceRun run, Buffer words, int rows, CarriedRows carried) {
        try (Closer closer = new Closer()) {
            GroupRowsSort sort = closer.add(GroupRowsSort.ofPlaces(run, rows, carried));
            HashedParts parts = of(run, words, rows, sort);
            closer.release();
            return parts;
        }
    }

    private static HashedParts of(DeviceRun run, Buffer words, int rows, GroupRowsSort sort) {
        int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros((rows - 1) / ROWS_OF_A_PART));
        int shift = Long.SIZE - bits;
        int parts = 1 << bits;
        try (Closer closer = new Closer();
                Buffer starts = run.allocate((parts + 1L) * Integer.BYTES, PURPOSE);
                Buffer counters = run.filled(2L * Long.BYTES, 0, PURPOSE)) {
            sort.by(words, CudaType.U64, new KeyRange(0, -1), shift);
            long sorted = Objects.requireNonNull(sort.sortedKeys()).address();
            run.each(KERNEL, "start_parts", parts + 1L, sorted, rows, shift, parts, starts.address());
            Buffer groups = closer.add(run.allocate((long) rows * Integer.BYTES, PURPOSE));
            Signal full = closer.add(new Signal(run.accounts(), 1, PURPOSE, run.stream()));
            run.stream()
                    .launch(
                            run.kernels().kernel(KERNEL).function(),
                            new LaunchShape(parts, THREADS),
                            sorted,
                            starts.address(),
                            shift,
                            groups.address(),
                            counters.address(),
                            counters.address() + Long.BYTES,
                            full.address());
            closer.release();
            return new HashedParts(sort, groups, full);
        }
    }
}
