package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;

/// What undoes a pass of a sort: `bring_back` of `radix_sort.cu`. It takes 3 bytes a row, and reads in stretches what
/// numbers of rows read at random.
///
/// @param undo the kernel, whose blocks are those of the pass
/// @param starts for each digit and tile, what takes places in the tile to places of the order, 64 bits
/// @param places of each row in its tile, 16 bits
/// @param digits of each of these places, 8 bits
record SortPass(
        DeviceRun run,
        CudaFunction undo,
        LaunchShape shape,
        int rows,
        int digitCount,
        Buffer starts,
        Buffer places,
        Buffer digits)
        implements AutoCloseable {
    /// As in `radix_sort.cu`: what is no width.
    private static final long BITS = 0;

    private static final long I32_AS_I64 = 12;

    /// Each takes two arrays at most.
    private static final int COLUMNS = CarriedRows.MOST / 2;

    private static final int WORDS = 3;
    private static final String PURPOSE = "sorted rows";

    /// Columns of numbers as they were before the pass, to be closed by the caller, int32 as int64 where that is the
    /// type.
    List<DeviceColumn> undone(List<DeviceColumn> columns, List<DataType> types) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> undone = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                undone.add(closer.add(room(columns.get(i), types.get(i))));
            }
            for (int first = 0; first < columns.size(); first += COLUMNS) {
                int end = Math.min(first + COLUMNS, columns.size());
                launch(columns.subList(first, end), undone.subList(first, end));
            }
            closer.release();
            return undone;
        }
    }

    private DeviceColumn room(DeviceColumn column, DataType type) {
        try (Closer closer = new Closer()) {
            long bytes = (long) rows * CudaType.of(type).byteWidth();
            Buffer values = closer.add(run.allocate(Math.max(1, bytes), PURPOSE));
            Buffer bits = column.validity() == null
                    ? null
                    : closer.add(run.allocate((rows / Integer.SIZE + 1L) * Integer.BYTES, PURPOSE));
            closer.release();
            return new DeviceColumn(type, rows, values, bits, 0);
        }
    }

    private void launch(List<DeviceColumn> columns, List<DeviceColumn> undone) {
        List<Long> arrays = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            DeviceColumn from = columns.get(i);
            DeviceColumn to = undone.get(i);
            boolean isWider = !from.type().equals(to.type());
            long width = isWider ? I32_AS_I64 : from.cudaType().byteWidth();
            arrays.addAll(List.of(from.values().address(), to.values().address(), width));
            if (from.validity() != null) {
                arrays.addAll(List.of(from.validityAddress(), to.validityAddress(), BITS));
            }
        }
        KernelStruct pass = new KernelStruct(run.stream())
                .add((long) rows)
                .add(starts.address())
                .add(places.address())
                .add(digits.address())
                .add((long) digitCount)
                .add((long) arrays.size() / WORDS);
        arrays.forEach(pass::add);
        pass.addWords(new long[WORDS * CarriedRows.MOST - arrays.size()]);
        run.stream().launchWith(undo, shape, pass.segment());
    }

    /// The same, to be closed on its own.
    SortPass retain() {
        return new SortPass(run, undo, shape, rows, digitCount, starts.retain(), places.retain(), digits.retain());
    }

    @Override
    public void close() {
        starts.close();
        places.close();
        digits.close();
    }
}
