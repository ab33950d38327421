package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.general.CarriedRows;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a table in the order in which `scan_groups.cu` reads them: first that of the table or of some columns,
/// then, if there are more groups than a block has slots, a stable sort by parts. That sort carries the inputs along,
/// and results come back pass by pass: both read and write in stretches.
///
/// @param order null for the order of the table
/// @param parts null without parts
/// @param groups the group of each place; null if all rows are one
/// @param least what the first group has there
/// @param full of [HashedParts]; null for numbered groups
/// @param inputs in the order before the sort by parts; of bools, their validity alone is scanned
record ScanPlaces(
        Rows of,
        Slots slots,
        @Nullable GroupRowsSort order,
        @Nullable GroupRowsSort parts,
        @Nullable Buffer groups,
        long least,
        @Nullable Signal full,
        List<DeviceColumn> inputs)
        implements AutoCloseable {
    private static final String PURPOSE = "scanned rows";

    /// So many rows, and what computes on them.
    record Rows(DeviceRun run, KernelStore kernels, int count) {
        private List<DeviceColumn> gathered(List<DeviceColumn> columns, Buffer numbers) {
            return rows(numbers).all(columns).orElseThrow();
        }

        private GatheredRows rows(Buffer numbers) {
            return new GatheredRows(count, null, numbers, null, kernels, run.accounts(), run.stream());
        }
    }

    /// Where the values of an input are, by place.
    ///
    /// @param validity the address of bits, from `firstBit` on, if there are nulls that no bytes tell
    /// @param valid the address of a byte a place, if they do
    record Placed(long values, long validity, long firstBit, long valid) {
        static final Placed NOTHING = new Placed(0, 0, 0, 0);
    }

    /// Of numbered groups; null if all rows are one.
    ///
    /// @param order rows in the order of some columns, which is closed with this; null for that of the table
    /// @param inputs stay open
    static ScanPlaces ofNumbers(
            Rows of,
            @Nullable RowGroups groups,
            Slots slots,
            @Nullable GroupRowsSort order,
            List<DeviceColumn> inputs) {
        ScanPlaces before = ordered(of, slots, order, inputs);
        if (groups == null) {
            return before;
        }
        try (Closer closer = new Closer()) {
            closer.add(before);
            SortKeys keys = groups.sortKeys();
            long least = keys.range().least();
            Buffer numbers = closer.add(before.inOrder(keys.numbers(), DataType.INT32));
            if (!slots.hasParts()) {
                closer.release();
                return new ScanPlaces(of, slots, order, null, numbers, least, null, before.inputs);
            }
            GroupRowsSort parts = closer.add(GroupRowsSort.ofPlaces(of.run, of.count, before.carried()));
            parts.by(numbers, CudaType.U32, keys.range(), slots.bits());
            Buffer sorted = parts.sortedKeys();
            Buffer ofPlaces = sorted == null ? numbers : sorted.retain();
            closer.release();
            if (sorted != null) {
                numbers.close();
            }
            return new ScanPlaces(of, slots, order, parts, ofPlaces, least, null, before.inputs);
        }
    }

    /// Of groups by the words of their keys, which hold unless a part has too many.
    static ScanPlaces ofWords(Rows of, Buffer words, @Nullable GroupRowsSort order, List<DeviceColumn> inputs) {
        ScanPlaces before = ordered(of, HashedParts.SLOTS, order, inputs);
        try (Closer closer = new Closer()) {
            closer.add(before);
            try (Buffer ordered = before.inOrder(words, DataType.INT64)) {
                HashedParts parts = HashedParts.of(of.run, ordered, of.count, before.carried());
                closer.release();
                return new ScanPlaces(
                        of, before.slots, order, parts.sort(), parts.groups(), 0, parts.full(), before.inputs);
            }
        }
    }

    private static ScanPlaces ordered(Rows of, Slots slots, @Nullable GroupRowsSort order, List<DeviceColumn> inputs) {
        try (Closer closer = new Closer()) {
            if (order != null) {
                closer.add(order);
            }
            List<DeviceColumn> ordered =
                    order == null ? DeviceColumn.retained(inputs) : of.gathered(inputs, order.order());
            closer.release();
            return new ScanPlaces(of, slots, order, null, null, 0, null, ordered);
        }
    }

    private Buffer inOrder(Buffer numbers, DataType type) {
        if (order == null) {
            return numbers.retain();
        }
        try (DeviceColumn column = new DeviceColumn(type, of.count, numbers.retain(), null, 0);
                DeviceColumn ordered =
                        of.gathered(List.of(column), order.order()).getFirst()) {
            return ordered.values().retain();
        }
    }

    private static boolean hasValues(DeviceColumn input) {
        return !(input.type() instanceof DataType.BoolType);
    }

    /// The values of each input, and behind them a byte a row for whether there is one.
    private CarriedRows carried() {
        try (Closer closer = new Closer()) {
            List<CarriedRows.Values> arrays = new ArrayList<>();
            for (DeviceColumn input : inputs) {
                if (hasValues(input)) {
                    Buffer values = input.values().retain();
                    arrays.add(closer.add(
                            new CarriedRows.Values(values, input.cudaType().byteWidth())));
                }
                if (input.validity() != null) {
                    arrays.add(closer.add(new CarriedRows.Values(valid(input), 1)));
                }
            }
            CarriedRows carried = new CarriedRows(arrays);
            closer.release();
            return carried;
        }
    }

    private Buffer valid(DeviceColumn input) {
        Buffer valid = of.run.allocate(Math.max(1, of.count), PURPOSE);
        of.run.each(
                RowRuns.KERNEL,
                "mark_valid",
                RowRuns.threads(of.count),
                0,
                input.validityAddress(),
                input.firstBit(),
                of.count,
                valid.address());
        return valid;
    }

    /// The values of an input by its number.
    Placed placed(int number) {
        DeviceColumn input = inputs.get(number);
        if (parts == null) {
            return new Placed(input.values().address(), input.validityAddress(), input.firstBit(), 0);
        }
        List<CarriedRows.Values> arrays = parts.carried().arrays();
        int at = 0;
        for (DeviceColumn before : inputs.subList(0, number)) {
            at += (hasValues(before) ? 1 : 0) + (before.validity() == null ? 0 : 1);
        }
        long values = hasValues(input) ? arrays.get(at++).buffer().address() : 0;
        return new Placed(
                values,
                0,
                0,
                input.validity() == null ? 0 : arrays.get(at).buffer().address());
    }

    /// Whether the groups are what they should be, which may be waited for.
    boolean hold() {
        if (full == null) {
            return true;
        }
        full.await();
        return full.get(0) == 0;
    }

    /// Results by place, which are closed, in the order of the table and of some types.
    List<DeviceColumn> inTable(List<DeviceColumn> results, List<DataType> types) {
        List<DeviceColumn> back = results;
        for (Buffer step : parts == null ? List.<Buffer>of() : parts.moves().reversed()) {
            back = replaced(back, types, step);
        }
        return order == null ? back : replaced(back, types, order.places());
    }

    private List<DeviceColumn> replaced(List<DeviceColumn> columns, List<DataType> types, Buffer numbers) {
        try {
            return of.rows(numbers).all(columns, types);
        } finally {
            columns.forEach(DeviceColumn::close);
        }
    }

    @Override
    public void close() {
        try (order;
                parts;
                groups;
                full) {
            inputs.forEach(DeviceColumn::close);
            hold(); // or the kernel would write to what is somebody else's
        }
    }
}
