package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceCopies;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.groupby.cuda.rows.RowOperators;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Runs work over the rows of tables on a device, on streams of the caller's, and waits for it.
record RowWork(OpenDevice open, QueryContext context) {

    /// What `keep` makes of the result of some work, which it takes over. Empty if the work has none, or the device
    /// cannot do it after all, which the decisions of the context say under `name`.
    <T> Optional<T> on(
            Stream stream,
            TableHandle table,
            String name,
            BiFunction<DeviceTable, RowOperators, Optional<DeviceTable>> work,
            Function<DeviceTable, T> keep) {
        try {
            return open.device().call(() -> onStream(stream, table, work, keep));
        } catch (CudaException | MemoryLimitException | Projection.Refused failure) {
            String why = "cuda: " + failure.getMessage();
            context.decided(new Decision(name, "cpu", "the GPU fails", List.of(why)));
            return Optional.empty();
        }
    }

    private <T> Optional<T> onStream(
            Stream stream,
            TableHandle table,
            BiFunction<DeviceTable, RowOperators, Optional<DeviceTable>> work,
            Function<DeviceTable, T> keep) {
        try (DeviceTable held = table.pinned()) {
            DeviceRun run = new DeviceRun(open.kernels(), context.pool(), stream);
            return work.apply(held, new RowOperators(run, open.store())).map(result -> finished(result, run, keep));
        }
    }

    /// Others read the result on streams of their own, and it has nothing that somebody else may write.
    private static <T> T finished(DeviceTable result, DeviceRun run, Function<DeviceTable, T> keep) {
        try (result;
                Closer closer = new Closer()) {
            DeviceTable own = closer.add(new DeviceCopies(run).ofExposed(result));
            run.stream().synchronize();
            closer.release();
            return keep.apply(own);
        }
    }
}
