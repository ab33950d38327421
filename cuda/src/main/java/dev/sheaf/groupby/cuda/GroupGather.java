package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.function.Function;

/// Gathers rows of groups on a device.
record GroupGather(OpenDevice device, MemoryPool pool) {

    /// Runs work on a stream of its own.
    <T> T onStream(Function<Stream, T> work) {
        return device.device().call(() -> {
            try (Stream stream = Stream.open(device.device())) {
                return work.apply(stream);
            }
        });
    }

    /// The rows of some numbers, int32 without null, in the order of these.
    ///
    /// @throws IllegalStateException if texts come to more than 2 GiB
    DeviceTable gathered(DeviceTable of, DeviceColumn numbers, Stream stream) {
        return new RowOperators(run(stream), device.store())
                .gathered(of, numbers.values(), numbers.length())
                .orElseThrow(() -> new IllegalStateException("texts come to more than the 2 GiB of a column"));
    }

    /// An element of lists as a column of its own.
    DeviceColumn element(DeviceColumn all, int group, Stream stream) {
        MemorySegment bounds = Scratch.block(2 * Integer.BYTES);
        try (Buffer both = all.values().slice((long) group * Integer.BYTES, 2 * Integer.BYTES)) {
            run(stream).fetch(both, bounds.asSlice(0, 2 * Integer.BYTES));
        }
        long start = bounds.getAtIndex(ValueLayout.JAVA_INT, 0);
        long count = bounds.getAtIndex(ValueLayout.JAVA_INT, 1) - start;
        Buffer rows = Objects.requireNonNull(all.elements()).values();
        Buffer some = rows.slice(start * Integer.BYTES, count * Integer.BYTES);
        return new DeviceColumn(DataType.INT32, count, some, null, 0);
    }

    private DeviceRun run(Stream stream) {
        return new DeviceRun(device.kernels(), pool, stream);
    }
}
