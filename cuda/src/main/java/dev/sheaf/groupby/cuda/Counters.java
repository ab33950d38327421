package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// The few numbers that kernels count up and the host waits for.
final class Counters implements AutoCloseable {
    /// What they count: groups, rows outside of the layout, bits of the absolute values that were summed, the
    /// rows of the largest partition, the next piece of work,
    /// whether a table was too full.
    enum Of {
        GROUPS,
        OUTSIDE,
        WATCHED,
        LARGEST,
        NEXT,
        FULL
    }

    private static final long BYTES = (long) Of.values().length * Long.BYTES;

    private final Buffer device;
    private final Buffer host;
    private final Stream stream;

    /// Counters that are 0 from here on in the stream.
    Counters(MemoryPool accounts, Stream stream) {
        this.stream = stream;
        this.device = stream.device().memory().allocate(accounts, BYTES, "group counters", stream);
        try {
            this.host = stream.device().pinned().allocate(accounts, BYTES, "group counters");
        } catch (RuntimeException | Error failure) {
            device.close();
            throw failure;
        }
        stream.fill(device, 0, BYTES, (byte) 0);
    }

    /// Where a counter lies on the device.
    long address(Of counter) {
        return device.address() + (long) counter.ordinal() * Long.BYTES;
    }

    /// Waits for all work and reads the counters.
    void await() {
        MemorySegment copy = host.segment().asSlice(0, BYTES);
        stream.download(device, 0, copy);
        stream.synchronize();
    }

    /// A counter as it was when it was waited for.
    long get(Of counter) {
        return host.segment().getAtIndex(JAVA_LONG, counter.ordinal());
    }

    @Override
    public void close() {
        device.close();
        host.close();
    }
}
