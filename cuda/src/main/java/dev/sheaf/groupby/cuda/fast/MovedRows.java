package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Rows that have moved to their partitions, after one step or two, and where partitions begin.
final class MovedRows implements AutoCloseable {
    private static final int ALIGNMENT = 16;

    /// Arrays begin at multiples of this in the memory of all of them.
    private static final int ARRAY_ALIGNMENT = 256;

    /// Rows on their way: where the rests and the values of each lie, which is 0 as long as there is no memory.
    record Rows(long rests, long[] payloadAddresses) {
        /// Appends `struct Moved`.
        void write(KernelStruct struct) {
            struct.add(rests).addAll(payloadAddresses);
        }
    }

    private final long rows;
    private final ScanShape shape;
    private final Plan.Partition plan;
    private final int partitions;
    private final List<Buffer> all = new ArrayList<>();
    private final MemoryPool accounts;
    private final Stream stream;
    private final long counts;
    private final Buffer starts;
    private Rows first;
    private Rows last;

    MovedRows(long rows, ScanShape shape, Plan.Partition plan, Counters counters, MemoryPool accounts, Stream stream) {
        this.rows = rows;
        this.shape = shape;
        this.plan = plan;
        this.accounts = accounts;
        this.stream = stream;
        this.partitions = plan.partitions();
        this.counts = counters.zeros();
        this.starts = allocate((2L * partitions + plan.coarse()) * Integer.BYTES);
        this.first = new Rows(0, new long[payloads()]);
        this.last = first;
    }

    /// How many rows each partition has.
    long counts() {
        return counts;
    }

    private int payloads() {
        return shape.arguments().size() + (shape.hasNullFlags() ? 1 : 0);
    }

    /// Gets the memory that rows move to, which counting them does not wait for.
    void allocateRows() {
        first = allocateRows(PartitionKernels.firstStep(plan));
        last = plan.inTwoSteps() ? allocateRows(plan) : first;
    }

    /// One piece of memory for all arrays: asking for it costs more than a short query has time for.
    private Rows allocateRows(Plan.Partition step) {
        long[] payload = new long[payloads()];
        long end = step.hasRest() ? arrayBytes(step.rest().byteWidth()) : 0;
        for (int i = 0; i < payload.length; i++) {
            boolean isArgument = i < shape.arguments().size();
            payload[i] = end;
            end += arrayBytes(isArgument ? shape.arguments().get(i).type().byteWidth() : Integer.BYTES);
        }
        if (end == 0) {
            return new Rows(0, payload);
        }
        long start = allocate(end).address();
        for (int i = 0; i < payload.length; i++) {
            payload[i] += start;
        }
        return new Rows(step.hasRest() ? start : 0, payload);
    }

    private long arrayBytes(int width) {
        long bytes = (rows + (long) ALIGNMENT * partitions) * width;
        return bytes + ARRAY_ALIGNMENT - 1 & -ARRAY_ALIGNMENT;
    }

    private Buffer allocate(long bytes) {
        Buffer buffer = stream.device().memory().allocate(accounts, bytes, "partitioned rows", stream);
        all.add(buffer);
        return buffer;
    }

    /// The rows after the first step.
    Rows first() {
        return first;
    }

    /// The rows at the end.
    Rows last() {
        return last;
    }

    /// Where the first row of each partition lies.
    long starts() {
        return starts.address();
    }

    /// Where the next row of each partition goes.
    long cursors() {
        return starts.address() + (long) partitions * Integer.BYTES;
    }

    /// The same of the partitions of the first step.
    long coarseCursors() {
        return starts.address() + 2L * partitions * Integer.BYTES;
    }

    @Override
    public void close() {
        all.forEach(Buffer::close);
    }
}
