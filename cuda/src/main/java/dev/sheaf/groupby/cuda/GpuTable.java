package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.cuda.device.DeviceCopies;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.resident.ExposedArray;
import dev.sheaf.resident.ResidentOperator;
import dev.sheaf.resident.ResidentTable;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// A table in the memory of a [Gpu].
///
/// Immutable but for who writes to an address that was handed out ([#expose]). May be used by several threads,
/// each with a stream of its own. Whoever has it closes it; what
/// still works on it then keeps the memory until it is done. A table that is lost without being closed is
/// reported with the place where it was made, and its memory given back.
///
/// While nothing works on a table, its columns leave the device if that is full, or its pool's limit or the
/// option `SHEAF_SPILL_DEVICE_LIMIT` is reached: to host memory, and on to disk. The next use brings those back
/// that it reads, at the speed of the link or the disk.
///
/// It is a [dev.sheaf.query.Dataset], too: a `GroupBy`, a frame or SQL over it groups it where it lies if the
/// backend is `cuda`, and downloads it otherwise.
public final class GpuTable implements ResidentTable {
    private static final System.Logger LOGGER = System.getLogger("dev.sheaf.cuda");
    private static final Cleaner CLEANER = Cleaner.create();

    private final Gpu gpu;
    private final KeptTable table;
    private final KeptPlans plans = new KeptPlans();
    private final Watch watch;

    /// Takes over the table, also if it fails.
    GpuTable(Gpu gpu, DeviceTable table, MemoryPool pool) {
        this.gpu = gpu;
        this.table = new KeptTable(gpu.device().device(), table, pool);
        this.watch = new Watch(this.table, new Site());
        CLEANER.register(this, watch);
    }

    /// What is said and closed if nobody closes the table; must not know it.
    private static final class Watch implements Runnable {
        private final KeptTable table;
        private final Site site;
        private final AtomicBoolean open = new AtomicBoolean(true);

        Watch(KeptTable table, Site site) {
            this.table = table;
            this.site = site;
        }

        @Override
        public void run() {
            if (open.compareAndSet(true, false)) {
                LOGGER.log(
                        System.Logger.Level.WARNING,
                        "a table of {0} on a GPU was never closed; it was made at {1}",
                        ByteSize.format(table.byteSize()),
                        site.caller());
                table.close();
            }
        }
    }

    /// Where a table was made. Taking note of it costs every query a few microseconds; the stack is read only if the
    /// table is lost. It is never thrown.
    private static final class Site extends Throwable {
        private static final long serialVersionUID = 1;

        Site() {
            super("a table was made", null, false, true);
        }

        /// The first caller outside this package.
        String caller() {
            String own = GpuTable.class.getPackageName() + ".Gpu";
            return Arrays.stream(getStackTrace())
                    .filter(frame -> !frame.getClassName().startsWith(own)
                            && !frame.getClassName().startsWith("dev.sheaf.cuda."))
                    .findFirst()
                    .map(StackTraceElement::toString)
                    .orElse("unknown");
        }
    }

    /// The device on which it lies.
    public Gpu gpu() {
        return gpu;
    }

    /// Names and types of its columns; none is a dictionary.
    @Override
    public Schema schema() {
        return table.schema();
    }

    @Override
    public Gpu memory() {
        return gpu;
    }

    /// The result of an operator, which stays on the device, on a stream of its own.
    ///
    /// Cost: what reading the columns that it names and writing the result takes, and some 50 us; a condition
    /// or an expression that is new to this process is compiled first, in some 100 ms.
    @Override
    public Optional<ResidentTable> run(ResidentOperator operator, QueryContext context) {
        GpuRows.refusal(operator, schema(), gpu.device()).ifPresent(reason -> {
            throw new IllegalArgumentException(reason);
        });
        if (operator instanceof ResidentOperator.Group(var request)) {
            try (GpuStream stream = gpu.openStream()) {
                return Optional.of(groupBy().aggregate(request.checked(), context, stream));
            }
        }
        return new GpuRows(gpu.device(), context, GpuTable::handleOf)
                .run(handle(), operator, made -> new GpuTable(gpu, made, context.pool()));
    }

    @Override
    public long rowCount() {
        return table.rowCount();
    }

    @Override
    public long byteSize() {
        return table.byteSize();
    }

    /// Groups the rows by columns; without any, all rows are one group.
    ///
    /// @throws IllegalArgumentException if there is no such column
    public GpuGroupBy groupBy(String... keys) {
        List<Expr> columns = new ArrayList<>();
        for (String key : keys) {
            schema().indexOf(key);
            columns.add(Expressions.col(key));
        }
        return new GpuGroupBy(this, columns);
    }

    /// The table on the host, to be closed by the caller, from the shared pool. Rows keep their order.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if it does not fit the pool
    public Table download() {
        try (GpuStream stream = gpu.openStream()) {
            return download(MemoryPool.shared(), stream);
        }
    }

    @Override
    public Table download(QueryContext context) {
        try (GpuStream stream = gpu.openStream()) {
            return download(context.pool(), stream);
        }
    }

    /// As [#download()], in memory of a pool of the caller's, on a stream of the caller's. Waits for it.
    public Table download(MemoryPool memory, GpuStream stream) {
        stream.checkDevice(gpu.device().device());
        return downloaded(memory, stream.stream());
    }

    Table downloaded(MemoryPool memory, Stream stream) {
        return handle().downloaded(memory, stream);
    }

    @Override
    public ExposedArray expose(String column) {
        schema().indexOf(column);
        return gpu.device().device().call(() -> {
            try (Stream stream = Stream.open(gpu.device().device())) {
                checkOpen();
                DeviceRun run = new DeviceRun(gpu.device().kernels(), table.pool(), stream);
                return table.expose(column, new DeviceCopies(run));
            }
        });
    }

    KeptPlans plans() {
        return plans;
    }

    /// For those who work on it.
    TableHandle handle() {
        return new TableHandle(gpu.device(), schema(), rowCount(), this::pinned);
    }

    private static Optional<TableHandle> handleOf(ResidentTable table) {
        return table instanceof GpuTable ours ? Optional.of(ours.handle()) : Optional.empty();
    }

    /// The table on the device, where it stays until the result is closed.
    DeviceTable pinned() {
        return pinned(schema().names());
    }

    private DeviceTable pinned(List<String> columns) {
        checkOpen();
        return table.pin(columns);
    }

    private void checkOpen() {
        if (!watch.open.get()) {
            throw new IllegalStateException("the table is closed");
        }
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(rowCount());
    }

    @Override
    public String describe() {
        return "table of " + rowCount() + " rows on GPU " + gpu.info().ordinal();
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        return new GpuSource(gpu.device(), pinned(scan.columns()));
    }

    /// Gives the memory back; a second call does nothing.
    @Override
    public void close() {
        if (watch.open.compareAndSet(true, false)) {
            table.close();
        }
    }

    /// Schema, rows and place, not the contents.
    @Override
    public String toString() {
        return "GpuTable" + schema() + " of " + rowCount() + " rows on GPU "
                + gpu.info().ordinal();
    }
}
