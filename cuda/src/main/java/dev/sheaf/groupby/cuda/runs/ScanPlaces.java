package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a table in the order in which `scan_groups.cu` reads them: first that of the table or of some columns,
/// then, if there are more groups than a block has slots, a stable sort by parts. Values move along with each pass of
/// that sort, and results come back pass by pass: both read and write in stretches.
final class ScanPlaces implements AutoCloseable {
    private static final String PURPOSE = "scanned rows";

    private final DeviceRun run;
    private final KernelStore kernels;
    private final int rows;
    private final Slots slots;

    /// Null for the order of the table.
    private final @Nullable GroupRowsSort order;

    /// Null without parts.
    private final @Nullable GroupRowsSort parts;

    /// The group of each place; null if all rows are one.
    private final @Nullable Buffer groups;

    private final Map<Object, Placed> known = new HashMap<>();

    private ScanPlaces(
            DeviceRun run,
            KernelStore kernels,
            int rows,
            Slots slots,
            @Nullable GroupRowsSort order,
            @Nullable GroupRowsSort parts,
            @Nullable Buffer groups) {
        this.run = run;
        this.kernels = kernels;
        this.rows = rows;
        this.slots = slots;
        this.order = order;
        this.parts = parts;
        this.groups = groups;
    }

    /// Of numbered groups; null if all rows are one.
    ///
    /// @param order rows in the order of some columns, which is closed with this; null for that of the table
    static ScanPlaces ofNumbers(
            DeviceRun run,
            KernelStore kernels,
            int rows,
            @Nullable RowGroups groups,
            Slots slots,
            @Nullable GroupRowsSort order) {
        ScanPlaces before = new ScanPlaces(run, kernels, rows, slots, order, null, null);
        if (groups == null) {
            return before;
        }
        try (Closer closer = new Closer()) {
            closer.add(before);
            Buffer numbers = before.inOrder(groups.numbers(), DataType.INT32);
            if (!slots.hasParts()) {
                closer.release();
                return new ScanPlaces(run, kernels, rows, slots, order, null, numbers);
            }
            try (numbers) {
                GroupRowsSort parts = closer.add(GroupRowsSort.ofPlaces(run, rows));
                parts.by(numbers, CudaType.U32, KeyRange.to(groups.most()), slots.bits());
                Buffer sorted = parts.sortedKeys();
                closer.release();
                Buffer ofPlaces = (sorted == null ? numbers : sorted).retain();
                return new ScanPlaces(run, kernels, rows, slots, order, parts, ofPlaces);
            }
        }
    }

    /// Of groups by the words of their keys; empty if a part has too many, and `order` is closed then, too.
    static Optional<ScanPlaces> ofWords(
            DeviceRun run, KernelStore kernels, int rows, Buffer words, @Nullable GroupRowsSort order) {
        ScanPlaces before = new ScanPlaces(run, kernels, rows, HashedParts.SLOTS, order, null, null);
        try (Closer closer = new Closer()) {
            closer.add(before);
            try (Buffer ordered = before.inOrder(words, DataType.INT64)) {
                return HashedParts.of(run, ordered, rows).map(parts -> {
                    closer.release();
                    return new ScanPlaces(run, kernels, rows, HashedParts.SLOTS, order, parts.sort(), parts.groups());
                });
            }
        }
    }

    /// Values of a column in the order of places.
    ///
    /// @param validity the address of bits, from `firstBit` on, if there are nulls that no bytes tell
    /// @param valid a byte a place, if they do
    record Placed(
            DeviceColumn column,
            long validity,
            long firstBit,
            @Nullable Buffer valid) implements AutoCloseable {
        @Override
        public void close() {
            column.close();
            if (valid != null) {
                valid.close();
            }
        }
    }

    Slots slots() {
        return slots;
    }

    @Nullable
    Buffer groups() {
        return groups;
    }

    private Buffer inOrder(Buffer numbers, DataType type) {
        try (DeviceColumn column = new DeviceColumn(type, rows, numbers.retain(), null, 0)) {
            return inOrder(column).values();
        }
    }

    /// The column in the order before the sort by parts.
    private DeviceColumn inOrder(DeviceColumn column) {
        return order == null ? column.retain() : gathered(column, order.order());
    }

    private DeviceColumn gathered(DeviceColumn column, Buffer numbers) {
        return new GatheredRows(rows, null, numbers, null, kernels, run.accounts(), run.stream())
                .of(column)
                .orElseThrow();
    }

    /// A column by place, which this keeps under a name for the scans to come: of bools their validity alone, of others
    /// of fixed width their values too.
    Placed placed(Object name, DeviceColumn column, Specialization kernel) {
        return known.computeIfAbsent(name, _ -> placed(column, kernel));
    }

    private Placed placed(DeviceColumn column, Specialization kernel) {
        DeviceColumn ordered = inOrder(column);
        if (parts == null) {
            return new Placed(ordered, ordered.validityAddress(), ordered.firstBit(), null);
        }
        try (Closer closer = new Closer()) {
            Placed from = new Placed(closer.add(ordered), ordered.validityAddress(), ordered.firstBit(), null);
            for (Buffer moves : parts.moves()) {
                from = closer.add(moved(from, moves, kernel));
            }
            return new Placed(
                    from.column().retain(),
                    0,
                    0,
                    from.valid() == null ? null : from.valid().retain());
        }
    }

    private Placed moved(Placed from, Buffer moves, Specialization kernel) {
        DeviceColumn column = from.column();
        boolean hasNulls = from.validity() != 0 || from.valid() != null;
        try (Closer closer = new Closer()) {
            boolean isBool = column.type().equals(DataType.BOOL);
            long width = isBool ? 0 : column.cudaType().byteWidth();
            Buffer to = closer.add(run.allocate(Math.max(1, rows * width), PURPOSE));
            Buffer valid = hasNulls ? closer.add(run.allocate(Math.max(1, rows), PURPOSE)) : null;
            run.each(
                    kernel,
                    "move_values",
                    rows,
                    isBool ? 0 : column.values().address(),
                    from.validity(),
                    from.firstBit(),
                    from.valid() == null ? 0 : from.valid().address(),
                    moves.address(),
                    rows,
                    to.address(),
                    valid == null ? 0 : valid.address());
            closer.release();
            return new Placed(new DeviceColumn(column.type(), rows, to, null, 0), 0, 0, valid);
        }
    }

    /// Results by place, which are closed, in the order of the table.
    DeviceColumn inTable(DeviceColumn results) {
        List<Buffer> moves = parts == null ? List.of() : parts.moves();
        DeviceColumn back = results;
        for (Buffer step : moves.reversed()) {
            back = replaced(back, step);
        }
        return order == null ? back : replaced(back, order.places());
    }

    private DeviceColumn replaced(DeviceColumn column, Buffer numbers) {
        try (column) {
            return gathered(column, numbers);
        }
    }

    @Override
    public void close() {
        known.values().forEach(Placed::close);
        if (groups != null) {
            groups.close();
        }
        if (parts != null) {
            parts.close();
        }
        if (order != null) {
            order.close();
        }
    }
}
