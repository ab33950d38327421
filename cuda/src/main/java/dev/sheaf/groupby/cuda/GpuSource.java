package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.OpenDevice;
import dev.sheaf.groupby.cuda.request.GeneralPlan;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The columns of a table on a device: for [CudaBackend] as they lie, for everybody else downloaded when the first
/// batch is asked for. Owns the columns.
final class GpuSource implements BatchSource {
    private final OpenDevice open;
    private final DeviceTable table;
    private @Nullable Table host;
    private @Nullable BatchSource batches;

    GpuSource(OpenDevice open, DeviceTable table) {
        this.open = open;
        this.table = table;
    }

    OpenDevice device() {
        return open;
    }

    /// The columns on the device that a plan over this schema takes, or null if the CPU has to compute some before.
    @Nullable
    List<DeviceColumn> inputs(GeneralPlan plan) {
        List<DeviceColumn> inputs = new ArrayList<>();
        for (GeneralPlan.Input input : plan.inputs()) {
            if (!(input instanceof GeneralPlan.Input.Plain plain)) {
                return null;
            }
            inputs.add(table.columns().get(plain.column()));
        }
        return inputs;
    }

    /// The columns, which stay whose they are.
    DeviceTable table() {
        return table;
    }

    long rows() {
        return table.rowCount();
    }

    @Override
    public Schema schema() {
        return table.schema();
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(table.rowCount());
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        return batches(context).next(context);
    }

    @Override
    public @Nullable Batch takeRest(QueryContext context) {
        return batches(context).takeRest(context);
    }

    @Override
    public synchronized long lowestNextRow() {
        return batches == null ? 0 : batches.lowestNextRow();
    }

    private synchronized BatchSource batches(QueryContext context) {
        if (batches == null) {
            Table downloaded = download(context);
            host = downloaded;
            batches = new TableDataset(downloaded).scan(Scan.of(table.schema().names()), context);
        }
        return batches;
    }

    private Table download(QueryContext context) {
        return open.device().call(() -> {
            try (Stream stream = Stream.open(open.device())) {
                return new ColumnDownload(context.pool(), stream).download(table);
            }
        });
    }

    @Override
    public synchronized void close() {
        table.close();
        if (batches != null) {
            batches.close();
        }
        if (host != null) {
            host.close();
        }
    }
}
