package dev.sheaf.spill;

import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Tier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What is in memory and may leave it, by tier, in order of last use. Thread-safe.
final class Residents {
    private final SpillOptions options;

    /// By the ordinal of the tier.
    private final Residence[] tiers;

    /// Whether this thread moves bytes out of host memory: what that takes itself moves nothing.
    private final ThreadLocal<Boolean> clearingHost = ThreadLocal.withInitial(() -> false);

    /// The buffers in one tier, the one unused longest first, and how many are on their way out of it.
    private static final class Residence {
        private final LinkedHashSet<Spillable> buffers = new LinkedHashSet<>();
        private long bytes;
        private int leaving;
    }

    Residents(SpillOptions options) {
        this.options = options;
        this.tiers = Arrays.stream(Tier.values()).map(_ -> new Residence()).toArray(Residence[]::new);
    }

    /// The bytes in a tier.
    synchronized long bytes(Tier tier) {
        return of(tier).bytes;
    }

    /// Whether anything may leave memory.
    boolean mayLeave() {
        return options.enabled();
    }

    /// Whether the calling thread is moving bytes out of host memory.
    boolean isClearingHost() {
        return clearingHost.get();
    }

    /// Moves those that are wanted out of a tier until `bytes` bytes of it are free, or none can move; returns how many
    /// bytes were freed.
    long spill(Tier tier, long bytes, Predicate<Spillable> wanted) {
        long freed = 0;
        Set<Spillable> stay = new HashSet<>();
        while (options.enabled() && freed < bytes) {
            Spillable victim = next(tier, buffer -> buffer.isIdle() && !stay.contains(buffer) && wanted.test(buffer));
            if (victim == null) {
                return freed == 0 && awaitOthers(tier) ? 1 : freed;
            }
            long moved = 0;
            try {
                clearingHost.set(tier == Tier.HOST);
                moved = victim.leave(tier);
            } finally {
                clearingHost.set(false);
                left(tier);
            }
            if (moved == 0) {
                stay.add(victim);
            }
            freed += moved;
        }
        return freed;
    }

    private synchronized @Nullable Spillable next(Tier tier, Predicate<Spillable> wanted) {
        Residence here = of(tier);
        for (Spillable buffer : here.buffers) {
            if (wanted.test(buffer)) {
                here.leaving++;
                return buffer;
            }
        }
        return null;
    }

    /// Waits until a buffer that another thread moves out of a tier is gone, whose room the caller may then have.
    /// False if there is none.
    private synchronized boolean awaitOthers(Tier tier) {
        int before = of(tier).leaving;
        boolean interrupted = false;
        while (before > 0 && of(tier).leaving >= before) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return before > 0;
    }

    private synchronized void left(Tier tier) {
        of(tier).leaving--;
        notifyAll();
    }

    /// A buffer came to a tier.
    synchronized void enter(Spillable buffer, Tier tier) {
        Residence here = of(tier);
        if (here.buffers.add(buffer)) {
            here.bytes += buffer.byteSize();
        }
    }

    /// A buffer went from a tier.
    synchronized void exit(Spillable buffer, Tier tier) {
        Residence here = of(tier);
        if (here.buffers.remove(buffer)) {
            here.bytes -= buffer.byteSize();
        }
    }

    /// A buffer was used.
    synchronized void touch(Spillable buffer, Tier tier) {
        Residence here = of(tier);
        if (here.buffers.contains(buffer)) {
            here.buffers.addLast(buffer);
        }
    }

    /// What was opened, once what is beyond the limits of the options has moved; closed if it cannot.
    <T extends AutoCloseable> T withinLimits(T opened) {
        if (!options.hasLimits()) {
            return opened;
        }
        try (Closer closer = new Closer()) {
            closer.add(opened);
            keepLimit(options.deviceLimitBytes(), Tier.DEVICE);
            keepLimit(options.hostLimitBytes(), Tier.PINNED, Tier.HOST);
            closer.release();
            return opened;
        }
    }

    /// A buffer frees its slab, which has more bytes than it: so it may take several times.
    private void keepLimit(long limit, Tier... tiers) {
        if (limit == Long.MAX_VALUE) {
            return;
        }
        for (Tier tier : tiers) {
            long beyond;
            do {
                beyond = bytes(tiers) - limit;
            } while (beyond > 0 && spill(tier, beyond, _ -> true) > 0);
        }
    }

    private synchronized long bytes(Tier... tiers) {
        long bytes = 0;
        for (Tier tier : tiers) {
            bytes += of(tier).bytes;
        }
        return bytes;
    }

    private Residence of(Tier tier) {
        return tiers[tier.ordinal()];
    }
}
