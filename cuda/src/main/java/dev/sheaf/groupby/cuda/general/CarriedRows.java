package dev.sheaf.groupby.cuda.general;

import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;

/// Values of rows that move along with a sort: each pass of [GroupRowsSort] reads and writes them in stretches.
public record CarriedRows(List<Values> arrays) implements AutoCloseable {
    /// As in `radix_sort.cu`.
    public static final int MOST = 8;

    /// Nothing moves along.
    public static final CarriedRows NONE = new CarriedRows(List.of());

    /// A value a row.
    ///
    /// @param width bytes of a value: 1, 2, 4, 8 or 16
    public record Values(Buffer buffer, int width) implements AutoCloseable {
        @Override
        public void close() {
            buffer.close();
        }
    }

    /// @throws IllegalArgumentException if there are more than [#MOST]
    public CarriedRows {
        arrays = List.copyOf(arrays);
        if (arrays.size() > MOST) {
            throw new IllegalArgumentException(arrays.size() + " arrays do not move along with a sort");
        }
    }

    /// Room for the same values, to be closed by the caller.
    CarriedRows sameSizes(DeviceRun run, int rows) {
        try (Closer closer = new Closer()) {
            List<Values> room = new ArrayList<>();
            for (Values values : arrays) {
                long bytes = Math.max(1, (long) rows * values.width());
                room.add(closer.add(new Values(run.allocate(bytes, "carried rows"), values.width())));
            }
            closer.release();
            return new CarriedRows(room);
        }
    }

    /// Adds the last members of `struct Params`, of which the kernel reads as many as the first one says.
    void addTo(KernelStruct pass, CarriedRows to) {
        pass.add((long) arrays.size());
        for (int i = 0; i < MOST; i++) {
            boolean isThere = i < arrays.size();
            pass.add(isThere ? arrays.get(i).buffer().address() : 0L);
            pass.add(isThere ? to.arrays.get(i).buffer().address() : 0L);
            pass.add(isThere ? (long) arrays.get(i).width() : 0L);
        }
    }

    @Override
    public void close() {
        arrays.forEach(Values::close);
    }
}
