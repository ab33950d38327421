package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.fast.GatheredRows;
import dev.sheaf.groupby.cuda.general.CarriedRows;
import dev.sheaf.groupby.cuda.general.GroupRowsSort;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Columns that a sort brings into its order: values of fixed width move along with it, with a byte a row for
/// whether there is one, as far as a sort takes arrays; others are gathered by its row numbers.
///
/// @param keepNulls whether nulls are among the sorted rows
record ListColumns(List<DeviceColumn> columns, boolean keepNulls, DeviceRun run, KernelStore kernels) {
    private static final String PURPOSE = "values of lists";

    ListColumns {
        columns = List.copyOf(columns);
    }

    private boolean hasNulls(DeviceColumn column) {
        return keepNulls && column.validity() != null;
    }

    private static boolean isFixed(DeviceColumn column) {
        return column.dictionary() == null && CudaType.supports(column.type());
    }

    /// The place of the first array of each column among those that are carried; -1 if it is gathered.
    private List<Integer> places() {
        List<Integer> places = new ArrayList<>();
        int next = 0;
        for (DeviceColumn column : columns) {
            int arrays = hasNulls(column) ? 2 : 1;
            boolean isCarried = isFixed(column) && next + arrays <= CarriedRows.MOST;
            places.add(isCarried ? next : -1);
            next += isCarried ? arrays : 0;
        }
        return places;
    }

    /// A sort that brings the columns along, to be closed by the caller.
    GroupRowsSort sort(int rows) {
        List<Integer> places = places();
        try (Closer closer = new Closer()) {
            List<CarriedRows.Values> arrays = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                DeviceColumn column = columns.get(i);
                if (places.get(i) >= 0) {
                    int width = column.cudaType().byteWidth();
                    arrays.add(closer.add(new CarriedRows.Values(column.values().retain(), width)));
                    if (hasNulls(column)) {
                        arrays.add(closer.add(new CarriedRows.Values(valid(column, rows), 1)));
                    }
                }
            }
            CarriedRows carried = new CarriedRows(arrays);
            closer.release();
            return GroupRowsSort.carrying(run, rows, places.contains(-1), carried);
        }
    }

    private Buffer valid(DeviceColumn column, int rows) {
        try (Closer closer = new Closer()) {
            Buffer valid = closer.add(run.allocate(Math.max(1, rows), PURPOSE));
            long bits = column.validityAddress();
            run.each(
                    RowRuns.KERNEL,
                    "mark_valid",
                    RowRuns.threads(rows),
                    0,
                    bits,
                    column.firstBit(),
                    rows,
                    valid.address());
            closer.release();
            return valid;
        }
    }

    /// The first values of the columns in the order of the sort, to be closed by the caller; empty if texts come to
    /// more than 2 GiB.
    Optional<List<DeviceColumn>> sorted(GroupRowsSort sort, long count) {
        List<Integer> places = places();
        List<DeviceColumn> others = IntStream.range(0, columns.size())
                .filter(i -> places.get(i) < 0)
                .mapToObj(columns::get)
                .toList();
        try (Closer closer = new Closer()) {
            List<DeviceColumn> gathered = others.isEmpty() ? List.of() : gathered(others, sort, count);
            if (gathered == null) {
                return Optional.empty();
            }
            gathered.forEach(column -> closer.add(column));
            List<DeviceColumn> all = new ArrayList<>();
            int next = 0;
            for (int i = 0; i < columns.size(); i++) {
                int place = places.get(i);
                all.add(place < 0 ? gathered.get(next++) : closer.add(carried(columns.get(i), sort, place, count)));
            }
            closer.release();
            return Optional.of(all);
        }
    }

    private @Nullable List<DeviceColumn> gathered(List<DeviceColumn> others, GroupRowsSort sort, long count) {
        return new GatheredRows(count, null, sort.order(), null, kernels, run.accounts(), run.stream())
                .all(others)
                .orElse(null);
    }

    private DeviceColumn carried(DeviceColumn column, GroupRowsSort sort, int place, long count) {
        List<CarriedRows.Values> arrays = sort.carried().arrays();
        Buffer bits = hasNulls(column) ? bits(arrays.get(place + 1).buffer(), count) : null;
        return new DeviceColumn(column.type(), count, arrays.get(place).buffer().retain(), bits, 0);
    }

    private Buffer bits(Buffer valid, long count) {
        DeviceColumn bytes = new DeviceColumn(DataType.INT8, count, valid, null, 0);
        return GatheredRows.packed(bytes, kernels, run.accounts(), run.stream()).values();
    }
}
