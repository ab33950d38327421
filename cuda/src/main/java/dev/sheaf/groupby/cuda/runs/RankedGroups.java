package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Numbers groups anew by where they come in an order: those that have rows, by first appearance or by what `order`
/// makes of that.
///
/// @param numbered groups, of which some may have no rows
/// @param rows of the table
record RankedGroups(RowGroups numbered, long rows, Order order, DeviceRun run, KernelStore kernels) {
    private static final int BITS = 32;
    private static final String PURPOSE = "ranks of groups";

    /// An order of groups.
    interface Order {
        /// The places of groups by first appearance in the order that is wanted, 32 bits, to be closed by the caller;
        /// null if that is it.
        ///
        /// @param firsts the first row of each group by first appearance, int32
        @Nullable
        Buffer of(DeviceColumn firsts);
    }

    /// The groups by rank.
    ///
    /// @param ofRows the rank of each row's group, int32; null for rows in none, behind which stands the number of
    ///     groups
    record Ranked(RowGroups groups, DeviceColumn ofRows) implements AutoCloseable {
        @Override
        public void close() {
            groups.close();
            ofRows.close();
        }
    }

    /// The groups, to be closed by the caller. Waits for how many have rows.
    ///
    /// Cost: the numbers of rows are read twice, and the groups sorted.
    Ranked ranked() {
        try (Closer closer = new Closer()) {
            Buffer firsts = closer.add(run.filled(Math.max(1L, numbered.count()) * Integer.BYTES, -1, PURPOSE));
            int count = found(firsts);
            GroupRowsSort byFirst = closer.add(new GroupRowsSort(run, numbered.count()));
            byFirst.by(firsts, CudaType.U32, KeyRange.to(rows)); // those without rows, all bits set, come last
            DeviceColumn all = closer.add(ints(numbered.count(), firsts.retain()));
            DeviceColumn first = closer.add(gathered(count, byFirst.order(), all));
            Buffer places = order.of(first);
            if (places == null) {
                return byNumbers(count, byFirst.order());
            }
            closer.add(places);
            DeviceColumn numbers =
                    closer.add(ints(numbered.count(), byFirst.order().retain()));
            return byNumbers(count, closer.add(gathered(count, places, numbers)).values());
        }
    }

    private static DeviceColumn ints(long length, Buffer values) {
        return new DeviceColumn(DataType.INT32, length, values, null, 0);
    }

    private GatheredRows rows(long count, @Nullable Buffer numbers, Buffer rows) {
        return new GatheredRows(count, numbers, rows, null, kernels, run.accounts(), run.stream());
    }

    private DeviceColumn gathered(long count, Buffer rows, DeviceColumn column) {
        return rows(count, null, rows).of(column).orElseThrow();
    }

    /// How many groups have rows; `firsts` gets their first ones.
    private int found(Buffer firsts) {
        try (Buffer counter = run.filled(Long.BYTES, 0, PURPOSE)) {
            run.each(
                    RowRuns.KERNEL,
                    "first_rows",
                    rows,
                    numbered.numbers().address(),
                    rows,
                    numbered.count(),
                    firsts.address(),
                    counter.address());
            MemorySegment word = Scratch.block(Long.BYTES);
            run.fetch(counter, word);
            return Math.toIntExact(word.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    /// @param numbers of the groups by rank
    private Ranked byNumbers(int count, Buffer numbers) {
        int none = numbered.count();
        try (Closer closer = new Closer()) {
            Buffer ranks = closer.add(run.filled((none + 1L) * Integer.BYTES, 0, PURPOSE));
            rows(count, numbers, ranks).invert();
            MemorySegment last = Scratch.block(Integer.BYTES);
            last.set(ValueLayout.JAVA_INT, 0, count);
            run.stream().upload(last, ranks, (long) none * Integer.BYTES);
            Buffer valid = numbered.holdAll() ? null : closer.add(allBut(none));
            DeviceColumn ofNumbers = new DeviceColumn(DataType.INT32, none + 1L, ranks, valid, 0);
            DeviceColumn ofRows = gathered(rows, numbered.numbers(), ofNumbers);
            return new Ranked(numbered.renumbered(count, ofRows.values()), ofRows);
        }
    }

    /// Bits that are set up to one.
    private Buffer allBut(int bit) {
        Buffer bits = run.filled((bit / BITS + 1L) * Integer.BYTES, -1, PURPOSE);
        MemorySegment last = Scratch.block(1);
        last.set(ValueLayout.JAVA_BYTE, 0, (byte) ((1 << (bit & 7)) - 1));
        run.stream().upload(last, bits, bit >>> 3);
        return bits;
    }
}
