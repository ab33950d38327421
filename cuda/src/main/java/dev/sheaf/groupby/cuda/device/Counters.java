package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;

/// The few numbers that kernels count up and the host waits for, and behind them the memory that has to be 0 when a
/// strategy begins, so that one fill does for all: tables, and a byte for each segment of the rows.
public final class Counters implements AutoCloseable {
    /// What they count: groups, rows outside of the layout, bits of the absolute values that were summed, the
    /// rows of the largest partition, the next piece of work, whether a table was too full, whether an expression
    /// had no result, and the blocks that are done.
    public enum Of {
        GROUPS,
        OUTSIDE,
        WATCHED,
        LARGEST,
        NEXT,
        FULL,
        FAULTS,
        DONE
    }

    private static final int COUNT = Of.values().length;

    /// The start of the other memory that has to be 0.
    private static final int ZEROS_AT = 64;

    /// As in `scan.cuh`: rows of a segment.
    private static final long LEFTOVER_SEGMENT = 4096;

    private final Buffer device;
    private final Signal signal;
    private final long leftoversAt;
    private long[] found = {};

    /// Counters that are 0 from here on in the stream, as many bytes more, and one for each segment of so many
    /// rows.
    public Counters(MemoryPool accounts, long zeroBytes, long rows, Stream stream) {
        this.leftoversAt = ZEROS_AT + zeroBytes;
        long bytes = leftoversAt + (rows + LEFTOVER_SEGMENT - 1) / LEFTOVER_SEGMENT;
        this.device = stream.device().memory().allocateZeroed(accounts, bytes, "group tables", stream);
        try {
            this.signal = new Signal(accounts, COUNT, "group counters", stream);
        } catch (RuntimeException | Error failure) {
            device.close();
            throw failure;
        }
    }

    /// Starts with the groups that another scan has made.
    public void goOnFrom(Counters before, Stream stream) {
        stream.copy(before.device, 0, device, 0, Long.BYTES);
    }

    /// Where the marks of segments lie that have rows which the scan leaves out.
    public long leftovers() {
        return device.address() + leftoversAt;
    }

    /// Where a counter lies on the device.
    public long address(Of counter) {
        return device.address() + (long) counter.ordinal() * Long.BYTES;
    }

    /// The address at which the memory that has to be 0 begins.
    public long zeros() {
        return device.address() + ZEROS_AT;
    }

    /// Where the last kernel writes them on the host.
    public long host() {
        return signal.address();
    }

    /// Waits until the last kernel has written the counters.
    public void await() {
        signal.await();
        found = signal.first(COUNT);
    }

    /// A counter as it was when it was waited for.
    public long get(Of counter) {
        return found[counter.ordinal()];
    }

    @Override
    public void close() {
        device.close();
        signal.close();
    }
}
