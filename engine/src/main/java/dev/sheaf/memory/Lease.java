package dev.sheaf.memory;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a [MemoryPool] has lent to one [BufferOwner]; ended once, by the owner's release or, after a leak, by
/// the cleaner.
final class Lease implements Runnable {
    private final Account account;
    private final Consumer<LeakReports.Leak> leaks;
    private final Location location;
    private final long byteSize;
    private final String purpose;
    private final @Nullable AllocationSite site;
    private final Release release;
    private volatile boolean orderly;
    private volatile @Nullable Held holders;

    /// Who holds the bytes, the latest first.
    private record Held(Holder holder, @Nullable Held before) {}

    /// Gives the bytes back; `leaked` tells that stale segments may still point at them.
    interface Release {
        void release(boolean leaked);
    }

    /// Bytes on an account; whoever takes `leaks` is told if they are lost.
    Lease(
            Account account,
            Consumer<LeakReports.Leak> leaks,
            Location location,
            long byteSize,
            String purpose,
            @Nullable AllocationSite site,
            Release release) {
        this.account = account;
        this.leaks = leaks;
        this.location = location;
        this.byteSize = byteSize;
        this.purpose = purpose;
        this.site = site;
        this.release = release;
    }

    Location location() {
        return location;
    }

    long byteSize() {
        return byteSize;
    }

    boolean isOn(Account whole) {
        return account.isPartOf(whole);
    }

    String purpose() {
        return purpose;
    }

    /// Notes that the bytes are lost, too, when `holder` is. Two threads that note at once may lose a note: only
    /// reports of leaks read it.
    void heldBy(Holder holder) {
        holders = new Held(holder, open(holders));
    }

    private static @Nullable Held open(@Nullable Held first) {
        Held held = first;
        while (held != null && held.holder.isClosed()) {
            held = held.before;
        }
        return held;
    }

    /// The latest that was not closed; if all were, one of them let the bytes go.
    private @Nullable Holder holder() {
        Held held = open(holders);
        return held == null ? null : held.holder;
    }

    void endOrderly() {
        orderly = true;
    }

    @Override
    public void run() {
        boolean leaked = !orderly;
        release.release(leaked);
        account.release(byteSize, purpose);
        if (leaked) {
            leaks.accept(new LeakReports.Leak(byteSize, purpose, holder(), site));
        }
    }
}
