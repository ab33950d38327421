package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Owns bytes in one place; lives as long as the [Buffer] views on it.
///
/// The last view to close gives the bytes back. If every view is lost without being closed, a cleaner reports
/// the leak, with its allocation site if that was noted ([AllocationSite]), and takes the bytes off the account;
/// leaked memory is never handed out again while a stale segment could see it.
public final class BufferOwner {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Lease lease;
    private final @Nullable MemorySegment segment;
    private final long address;
    private final Cleaner.Cleanable cleanable;
    private final AtomicInteger views = new AtomicInteger(1);
    private final AtomicInteger exposures = new AtomicInteger();

    BufferOwner(Lease lease, @Nullable MemorySegment segment, long address) {
        this.lease = lease;
        this.segment = segment;
        this.address = address;
        this.cleanable = CLEANER.register(this, lease);
    }

    /// The place in which the bytes lie.
    public Location location() {
        return lease.location();
    }

    /// The number of bytes owned, padding included.
    public long capacityBytes() {
        return lease.byteSize();
    }

    boolean isOn(Account account) {
        return lease.isOn(account);
    }

    /// What the bytes are for, as told at allocation.
    public String purpose() {
        return lease.purpose();
    }

    /// The number of open views.
    public int viewCount() {
        return views.get();
    }

    /// Whether the one view that there is may write the bytes where they lie: nobody else sees them, and they
    /// are not another library's, which are adopted as a read-only segment.
    public boolean isWritable() {
        return viewCount() == 1 && segment != null && !segment.isReadOnly();
    }

    /// Whether the address of the bytes is with somebody whose reads and writes nobody sees, see [Exposure].
    public boolean isExposed() {
        return exposures.get() > 0;
    }

    void expose() {
        exposures.incrementAndGet();
    }

    void endExposure() {
        exposures.decrementAndGet();
    }

    /// Notes that the bytes are lost, too, when `holder` is.
    void heldBy(Holder holder) {
        lease.heldBy(holder);
    }

    MemorySegment segment() {
        if (segment == null) {
            throw new IllegalStateException(
                    "bytes of \"" + purpose() + "\" lie on " + location() + "; the host cannot read them");
        }
        return segment;
    }

    long address() {
        return address;
    }

    void retain() {
        int before = views.getAndUpdate(count -> count == 0 ? 0 : count + 1);
        if (before == 0) {
            throw new IllegalStateException("buffer \"" + purpose() + "\" is already released");
        }
    }

    void release() {
        if (views.decrementAndGet() == 0) {
            lease.endOrderly();
            cleanable.clean();
        }
    }
}
