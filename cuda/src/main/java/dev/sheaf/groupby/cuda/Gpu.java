package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.CudaStatus;
import dev.sheaf.cuda.DeviceInfo;
import dev.sheaf.cuda.Devices;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.stride.StrideLimits;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import dev.sheaf.resident.CudaArray;
import dev.sheaf.resident.ResidentMemory;
import dev.sheaf.resident.ResidentOperator;
import java.util.Optional;
import java.util.SequencedMap;

/// A GPU that tables are loaded to once and grouped on many times.
///
/// ```java
/// Gpu gpu = Gpu.open(0);
/// try (GpuTable sales = gpu.load(table);
///         GpuTable totals = sales.groupBy("region").aggregate(sum("units").as("units"));
///         Table host = totals.download()) {
///     host.rows().forEach(row -> ...);
/// }
/// ```
/// A query that is asked through `GroupBy`, a frame or SQL needs none of this: it brings its rows to the device
/// itself. A table that stays there saves the way, which takes some twenty to a hundred times as long as the
/// grouping.
///
/// Every call that works on the device takes, if it is told, the stream that the work goes to and the pool in whose
/// device tier its memory is accounted; else it opens a stream of its own and takes the shared pool. Thread-safe.
/// Holds nothing that has to be closed.
public final class Gpu implements ResidentMemory {
    private final OpenDevice open;

    Gpu(OpenDevice open) {
        this.open = open;
    }

    /// The device of an ordinal among those that the driver shows to this process, see [Devices#status()].
    /// Cost: some 100 ms the first time.
    ///
    /// @throws IllegalArgumentException if there is no such device; the message lists those that there are
    /// @throws IllegalStateException if this process can use no GPU; the message says why
    public static Gpu open(int ordinal) {
        return switch (Devices.status()) {
            case CudaStatus.Unavailable(String reason) -> throw new IllegalStateException("no GPU: " + reason);
            case CudaStatus.Available _ -> new Gpu(OpenDevice.ofThisProcess(ordinal));
        };
    }

    /// What the device is and has.
    public DeviceInfo info() {
        return open.device().info();
    }

    /// Bytes of device memory that are free or cached by this process now, as far as the limit of a pool allows.
    public long freeBytes(MemoryPool memory) {
        return StrideLimits.freeBytes(open.device(), memory);
    }

    /// A stream, to be closed by the caller. Work on different streams may run at the same time.
    public GpuStream openStream() {
        return new GpuStream(Stream.open(open.device()));
    }

    /// Copies a table to the device; the table stays the caller's. Accounted in the shared pool.
    ///
    /// Shapes: as many rows and columns as `table`, dictionaries decoded. Nulls stay nulls. Cost: the bytes of the
    /// columns over the link, 55 GB/s from pinned memory and some 33 GB/s from other memory on an H200.
    ///
    /// @throws IllegalArgumentException if a column is of a type that a GPU does not hold (lists, structs,
    ///     intervals,     nulls), or has more than 2 GiB of text
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    /// @throws dev.sheaf.memory.MemoryLimitException if the pool's limit on device memory would be passed
    public GpuTable load(Table table) {
        try (GpuStream stream = openStream()) {
            return load(new TableDataset(table), QueryContext.create(), stream);
        }
    }

    /// As [#load(Table)], for all columns of a data set, in the order of its rows.
    ///
    /// @param context whose pool accounts for the memory, on the host and on the device
    /// @param stream that copies; the call waits for it
    public GpuTable load(Dataset dataset, QueryContext context, GpuStream stream) {
        return load(dataset, Scan.of(dataset.schema().names()), context, stream);
    }

    /// As [#load(Dataset, QueryContext, GpuStream)], for what a scan gives. Its condition is no more than a hint to
    /// the data set.
    public GpuTable load(Dataset dataset, Scan scan, QueryContext context, GpuStream stream) {
        stream.checkDevice(open.device());
        return open.device()
                .call(() -> new GpuLoad(context, stream.stream())
                        .load(dataset, scan, loaded -> new GpuTable(this, loaded, context.pool())));
    }

    @Override
    public GpuTable load(Dataset dataset, QueryContext context) {
        try (GpuStream stream = openStream()) {
            return load(dataset, context, stream);
        }
    }

    @Override
    public GpuTable borrow(SequencedMap<String, CudaArray> columns, Runnable release) {
        GpuArrays arrays = new GpuArrays(open.device(), release);
        return open.device().call(() -> {
            GpuTable table = new GpuTable(this, arrays.table(columns), GpuArrays.ACCOUNTS);
            arrays.isMade();
            return table;
        });
    }

    @Override
    public String describe() {
        return "GPU " + info().ordinal();
    }

    @Override
    public Optional<String> unavailable() {
        return Optional.empty();
    }

    @Override
    public Optional<String> refusal(ResidentOperator operator, Schema input) {
        return GpuRows.refusal(operator, input, open);
    }

    OpenDevice device() {
        return open;
    }

    @Override
    public String toString() {
        return "GPU " + info().ordinal() + " (" + info().describe() + ")";
    }
}
