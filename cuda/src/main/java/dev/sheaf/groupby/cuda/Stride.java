package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.Batch;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of some batches on their way to the device: copies run on a stream of their own while the stride
/// before is worked on. Takes over the batches.
final class Stride implements AutoCloseable {
    private final List<Batch> batches;
    private final long rows;
    private final Staging staging;
    private final InputUpload upload;
    private List<DeviceColumn> inputs = List.of();
    private @Nullable Buffer ordinals;

    private Stride(List<Batch> batches, Staging staging, QueryContext context) {
        this.batches = batches;
        this.rows = batches.stream().mapToLong(Batch::rowCount).sum();
        this.staging = staging;
        this.upload = new InputUpload(staging, context.pool());
    }

    /// Starts the copies; work on `worker` waits for them.
    static Stride start(GeneralPlan plan, List<Batch> batches, Stream copies, Stream worker, QueryContext context) {
        Stride stride = new Stride(batches, new Staging(context.pool(), copies), context);
        try {
            stride.inputs = stride.upload.upload(plan, batches);
            if (plan.needsOrdinals()) {
                stride.ordinals = stride.uploadOrdinals();
            }
            stride.staging.seal(worker);
            return stride;
        } catch (RuntimeException | Error failure) {
            stride.close();
            throw failure;
        }
    }

    private Buffer uploadOrdinals() {
        Buffer scratch = staging.scratch(rows * Long.BYTES, "ordinals");
        MemorySegment target = scratch.segment();
        long row = 0;
        for (Batch batch : batches) {
            for (long i = 0; i < batch.rowCount(); i++) {
                target.setAtIndex(JAVA_LONG, row++, batch.firstRow() + i);
            }
        }
        return staging.upload(scratch, "ordinals");
    }

    long rows() {
        return rows;
    }

    /// The inputs of the plan, in order.
    List<DeviceColumn> inputs() {
        return inputs;
    }

    /// The ordinals of the rows from `first` on, int64, if the plan needs them; to be closed by the caller.
    @Nullable
    Buffer ordinals(long first, long count) {
        return ordinals == null ? null : ordinals.slice(first * Long.BYTES, count * Long.BYTES);
    }

    /// Waits for the copies. No work on the columns may be under way.
    @Override
    public void close() {
        try {
            staging.close();
        } finally {
            upload.close();
            if (ordinals != null) {
                ordinals.close();
            }
            batches.forEach(Batch::close);
        }
    }
}
