package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.ScanArgument;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.Plan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows that have moved to their partitions, after one step or two, and where partitions begin.
final class MovedRows implements AutoCloseable {
    private static final int ALIGNMENT = 16;

    /// Rows on their way: rests and values of each.
    record Rows(@Nullable Buffer rests, List<Buffer> payload, int payloads) {
        /// Addresses of 0 as long as there is no memory.
        long[] payloadAddresses() {
            long[] addresses = new long[payloads];
            for (int i = 0; i < payload.size(); i++) {
                addresses[i] = payload.get(i).address();
            }
            return addresses;
        }

        /// Appends `struct Moved`.
        void write(KernelStruct struct) {
            struct.add(rests == null ? 0 : rests.address()).addAll(payloadAddresses());
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
        this.first = new Rows(null, List.of(), payloads());
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

    private Rows allocateRows(Plan.Partition plan) {
        long room = rows + (long) ALIGNMENT * partitions;
        List<Buffer> payload = new ArrayList<>();
        for (ScanArgument argument : shape.arguments()) {
            payload.add(allocate(room * argument.type().byteWidth()));
        }
        if (shape.hasNullFlags()) {
            payload.add(allocate(room * Integer.BYTES));
        }
        return new Rows(plan.hasRest() ? allocate(room * plan.rest().byteWidth()) : null, payload, payloads());
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
