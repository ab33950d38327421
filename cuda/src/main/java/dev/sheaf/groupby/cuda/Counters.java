package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;

/// The few numbers that kernels count up and the host waits for, and behind them the memory that has to be 0 when a
/// strategy begins, so that one fill does for both.
final class Counters implements AutoCloseable {
    /// What they count: groups, rows outside of the layout, bits of the absolute values that were summed, the
    /// rows of the largest partition, the next piece of work, whether a table was too full, whether an expression
    /// had no result, and the blocks that are done.
    enum Of {
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

    /// Where what else is 0 begins.
    private static final int ZEROS_AT = 64;

    private final Buffer device;
    private final Signal signal;

    /// Counters that are 0 from here on in the stream, and as many bytes more.
    Counters(MemoryPool accounts, long zeroBytes, Stream stream) {
        long bytes = ZEROS_AT + zeroBytes;
        this.device = stream.device().memory().allocateZeroed(accounts, bytes, "group tables", stream);
        try {
            this.signal = new Signal(accounts, COUNT, "group counters", stream);
        } catch (RuntimeException | Error failure) {
            device.close();
            throw failure;
        }
    }

    /// Where a counter lies on the device.
    long address(Of counter) {
        return device.address() + (long) counter.ordinal() * Long.BYTES;
    }

    /// Where the memory that is 0 begins.
    long zeros() {
        return device.address() + ZEROS_AT;
    }

    /// Where the last kernel writes them on the host.
    long host() {
        return signal.address();
    }

    /// Waits until the last kernel has written the counters.
    void await() {
        signal.await();
    }

    /// A counter as it was when it was waited for.
    long get(Of counter) {
        return signal.get(counter.ordinal());
    }

    @Override
    public void close() {
        device.close();
        signal.close();
    }
}
