package dev.sheaf.memory;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What holds several buffers and is closed as a whole, such as a table, so that all that it loses is reported
/// once, with the caller that made it.
///
/// Noting the caller walks over the stack, for a microsecond or more. So the first 512 holders of a process are
/// noted, then one in 64, and 512 again whenever buffers were found lost.
public final class Holder {
    private static final AtomicInteger MADE = new AtomicInteger();

    private final Supplier<String> what;
    private final AllocationSite site;
    private volatile boolean closed;

    private Holder(Supplier<String> what, AllocationSite site) {
        this.what = what;
        this.site = site;
    }

    /// A holder, or null if its place is not one of those to be noted. `what` describes it in reports, as `a table
    /// of 3 rows`; it must not know the object whose loss is to be found.
    public static @Nullable Holder sampled(Supplier<String> what) {
        AllocationSite site = AllocationSite.of(MADE.getAndIncrement());
        return site == null ? null : new Holder(what, site);
    }

    /// A holder whose place is noted in any case.
    public static Holder of(Supplier<String> what) {
        return new Holder(what, AllocationSite.here());
    }

    /// From now on buffers that are lost are not lost by this.
    public void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    String what() {
        return what.get();
    }

    String caller() {
        return site.caller();
    }

    /// Notes the next ones all.
    static void noteAgain() {
        MADE.set(0);
    }
}
