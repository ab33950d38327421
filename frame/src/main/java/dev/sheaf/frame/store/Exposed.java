package dev.sheaf.frame.store;

import dev.sheaf.memory.Exposure;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/// The address of the values of a series, for code outside of Sheaf that reads or writes them.
///
/// Until this is closed, copies and slices of the series and results that hold its values get bytes of
/// their own at once, since nobody sees when the holder of the address writes. Never closed, it exposes the
/// values for good. Keeps the values reachable; closing the series or its frame ends their life all the
/// same. Values that are null hold anything.
public final class Exposed implements AutoCloseable {
    private final Object owner;
    private final long length;
    private final Exposure exposure;
    private final MemorySegment values;

    /// Keeps `owner` reachable.
    Exposed(Object owner, long length, Exposure exposure, MemorySegment values) {
        this.owner = owner;
        this.length = length;
        this.exposure = exposure;
        this.values = values;
    }

    /// Where the first value lies.
    public long address() {
        return values.address();
    }

    /// The values, little endian, one after the other.
    public MemorySegment segment() {
        return values;
    }

    /// The number of values.
    public long length() {
        return length;
    }

    /// Ends the exposure: the address is not used any more.
    @Override
    public void close() {
        exposure.close();
        Reference.reachabilityFence(owner);
    }
}
