package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.rows.RunningRows;
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
    /// Cost: the numbers of rows are read twice, and a bit a row.
    Ranked ranked() {
        try (Closer closer = new Closer()) {
            RunningRows.Kept firsts = closer.add(firsts());
            int count = Math.toIntExact(firsts.count());
            DeviceColumn ofRows = closer.add(ints(rows, numbered.numbers().retain()));
            DeviceColumn numbers = closer.add(gathered(count, firsts.numbers(), ofRows));
            DeviceColumn first = closer.add(ints(count, firsts.numbers().retain()));
            Buffer places = order.of(first);
            if (places == null) {
                return byNumbers(count, numbers.values());
            }
            closer.add(places);
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

    /// The first rows of groups in the order of the table: a bit a row says whether it is one.
    private RunningRows.Kept firsts() {
        int count = numbered.count();
        try (Buffer firsts = run.filled(Math.max(1L, count) * Integer.BYTES, -1, PURPOSE);
                Buffer bits = run.filled((rows / BITS + 1) * Integer.BYTES, 0, PURPOSE);
                DeviceColumn are = new DeviceColumn(DataType.BOOL, rows, bits.retain(), null, 0)) {
            long numbers = numbered.numbers().address();
            run.each(RowRuns.KERNEL, "first_rows", RowRuns.threads(rows), numbers, rows, count, firsts.address());
            run.each(RowRuns.KERNEL, "mark_firsts", count, firsts.address(), count, bits.address());
            return new RunningRows(run, kernels).kept(are);
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
