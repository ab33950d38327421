package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.GroupsOptions.Within;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.groupby.cuda.rows.RunningRows;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sorts the rows of a table by group and some columns, by words of 64 bits that have their order, one after
/// the other and the last one first; rows that are equal in all stay in the order of the table.
record RunSort(DeviceTable table, DeviceRun run, KernelStore kernels) {
    private static final String PURPOSE = "runs of rows";

    /// Why the device does not order rows by some columns, if it does not.
    ///
    /// @throws IllegalArgumentException if there is no such column
    static Optional<String> refusal(List<Within> order, Schema schema) {
        return order.stream()
                .map(key -> schema.field(schema.indexOf(key.column())).type())
                .filter(type -> !CudaType.supports(type))
                .findFirst()
                .map(type -> "rows are ordered by values of type " + type + " on the CPU");
    }

    /// The runs, to be closed by the caller. Without groups all rows are one run.
    RowRuns sorted(@Nullable RowGroups groups, List<Within> order) {
        try (Closer closer = new Closer()) {
            List<Key> keys = keys(order, closer);
            GroupRowsSort sort = by(keys, groups, true);
            try {
                return runs(sort, groups, keys, rows());
            } catch (RuntimeException | Error failure) {
                sort.close();
                throw failure;
            }
        }
    }

    /// The rows by group and order alone, or by order if there are no groups; to be closed by the caller.
    GroupRowsSort order(@Nullable RowGroups groups, List<Within> order, boolean tellsPlaces) {
        try (Closer closer = new Closer()) {
            return by(keys(order, closer), groups, tellsPlaces);
        }
    }

    private int rows() {
        return Math.toIntExact(table.rowCount());
    }

    private List<Key> keys(List<Within> order, Closer closer) {
        List<Key> keys = new ArrayList<>();
        for (Within key : order.reversed()) {
            keys.addAll(closer.addAll(keys(key, rows())));
        }
        return keys;
    }

    private GroupRowsSort by(List<Key> keys, @Nullable RowGroups groups, boolean tellsPlaces) {
        try (Closer closer = new Closer()) {
            GroupRowsSort sort = closer.add(new GroupRowsSort(run, rows(), tellsPlaces));
            keys.forEach(key -> sort.by(key.words(), key.type(), key.range(run, rows())));
            if (groups != null) {
                sort.by(groups.numbers(), CudaType.U32, KeyRange.to(groups.count()));
            }
            closer.release();
            return sort;
        }
    }

    /// What rows are sorted by in one step: words of 64 bits, or 0 and 1 for nulls.
    private record Key(Buffer words, CudaType type) implements AutoCloseable {
        KeyRange range(DeviceRun run, int rows) {
            return type == CudaType.U64 ? KeyRange.of(run, type, words, rows) : KeyRange.to(1);
        }

        @Override
        public void close() {
            words.close();
        }
    }

    /// The words of a column, the least important first.
    private List<Key> keys(Within key, int rows) {
        DeviceColumn column = table.columns().get(table.schema().indexOf(key.column()));
        boolean isWide = column.cudaType().byteWidth() > Long.BYTES;
        try (Closer closer = new Closer()) {
            List<Key> keys = new ArrayList<>();
            Buffer low = words(rows, closer);
            keys.add(new Key(low, CudaType.U64));
            Buffer high = isWide ? words(rows, closer) : null;
            Specialization convert = Specialization.of(KernelFile.CONVERT).type("Value", column.cudaType());
            long toHigh = high == null ? 0 : high.address();
            run.each(convert, "to_order_keys", rows, column.values().address(), rows, low.address(), toHigh);
            if (high != null) {
                keys.add(new Key(high, CudaType.U64));
            }
            keys.forEach(each -> turnBits(each.words(), column, key.direction(), rows));
            if (column.validity() != null) {
                keys.add(nulls(column, key.direction(), rows, closer));
            }
            closer.release();
            return keys;
        }
    }

    private Buffer words(int rows, Closer closer) {
        return closer.add(run.allocate(Math.max(1, (long) rows * Long.BYTES), PURPOSE));
    }

    private void turnBits(Buffer words, DeviceColumn column, SortDirection direction, int rows) {
        long flip = direction.descending() ? -1 : 0;
        boolean isFloating = column.type().isFloating();
        run.each(
                RowRuns.KERNEL,
                "normalize_keys",
                rows,
                words.address(),
                column.validityAddress(),
                column.firstBit(),
                rows,
                flip,
                isFloating ? 1 : 0);
    }

    private Key nulls(DeviceColumn column, SortDirection direction, int rows, Closer closer) {
        Buffer keys = ints(rows, closer);
        int ofNull = direction.nullsFirst() ? 0 : 1;
        run.each(
                RowRuns.KERNEL,
                "null_keys",
                rows,
                column.validityAddress(),
                column.firstBit(),
                rows,
                ofNull,
                keys.address());
        return new Key(keys, CudaType.U32);
    }

    private Buffer ints(int rows, Closer closer) {
        return closer.add(run.allocate(Math.max(1, (long) rows * Integer.BYTES), PURPOSE));
    }

    private RowRuns runs(GroupRowsSort sort, @Nullable RowGroups groups, List<Key> keys, int rows) {
        try (Closer closer = new Closer()) {
            boolean havePeers = !keys.isEmpty();
            RowRuns.Marked marked = havePeers ? closer.add(marked(sort, groups)) : null;
            RowRuns.Bounds peers = marked == null ? null : closer.add(peers(sort.order(), keys, marked.marks(), rows));
            Buffer numbers = groups == null ? null : groups.numbers().retain();
            closer.release();
            int leftOut = groups == null || groups.holdAll() ? -1 : groups.count();
            return new RowRuns(rows, sort, numbers, leftOut, () -> marked(sort, groups), marked, peers);
        }
    }

    private RowRuns.Marked marked(GroupRowsSort sort, @Nullable RowGroups groups) {
        try (Closer closer = new Closer()) {
            Buffer marks = closer.add(run.allocate(Math.max(1, rows()), PURPOSE));
            RowRuns.Bounds runs = bounds(sort, groups, marks);
            closer.release();
            return new RowRuns.Marked(marks, runs);
        }
    }

    /// Where the rows of each group begin and end that were sorted by groups last; the caller's. Of groups without
    /// rows it says nothing.
    ///
    /// @param marks a byte a place, which becomes that of [RowRuns]; null if it is not wanted
    RowRuns.Bounds bounds(GroupRowsSort sort, @Nullable RowGroups groups, @Nullable Buffer marks) {
        try (Closer closer = new Closer()) {
            int count = groups == null ? 1 : groups.count() + 1;
            Buffer starts = ints(count, closer);
            Buffer ends = ints(count, closer);
            Buffer sorted = groups == null ? null : sort.sortedKeys();
            run.each(
                    RowRuns.KERNEL,
                    "bound_runs",
                    RowRuns.threads(rows()),
                    sorted == null ? 0 : sorted.address(),
                    0,
                    rows(),
                    marks == null ? 0 : marks.address(),
                    starts.address(),
                    ends.address());
            closer.release();
            return new RowRuns.Bounds(starts, ends);
        }
    }

    private RowRuns.Bounds peers(Buffer order, List<Key> keys, Buffer marks, int rows) {
        for (Key key : keys) {
            String mark = key.type() == CudaType.U64 ? "mark_peers" : "mark_nulls";
            run.each(RowRuns.KERNEL, mark, rows, order.address(), key.words().address(), rows, marks.address());
        }
        try (Closer closer = new Closer()) {
            int mask = RowRuns.PEER_MARK;
            Buffer starts = closer.add(new RunningRows(run, kernels).latest(marks, rows, mask, false));
            Buffer ends = ints(rows, closer);
            run.each(RowRuns.KERNEL, "find_ends", rows, starts.address(), marks.address(), mask, rows, ends.address());
            closer.release();
            return new RowRuns.Bounds(starts, ends);
        }
    }
}
