package dev.sheaf.spill;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Reclaimer;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.SpillStats;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Knows the spillable buffers of a pool in order of last use, and moves the one unused longest when memory is
/// short.
///
/// ```
/// device --(device limit, device memory full)--> host or pinned --(host limit, pool full, host asks)--> disk
///    ^------------------------------ use brings a buffer back to its home ------------------------------'
/// ```
/// A request that does not fit the limit of the pool runs [#reclaim] on the requesting thread. Buffers with open
/// views and exposed buffers stay. Thread-safe.
public final class SpillManager implements Reclaimer {
    private final MemoryPool pool;
    private final SpillOptions options;
    private final SpillStatistics statistics;
    private final DiskPlace disk;
    private final Map<Tier, Residents> residents = new EnumMap<>(Tier.class);

    /// Whether this thread moves bytes out of host memory: what that takes itself moves nothing.
    private final ThreadLocal<Boolean> clearingHost = ThreadLocal.withInitial(() -> false);

    /// The buffers in one tier, the one unused longest first, and how many are on their way out of it.
    private static final class Residents {
        private final LinkedHashSet<Spillable> buffers = new LinkedHashSet<>();
        private long bytes;
        private int leaving;
    }

    /// Bytes on disk beyond which the garbage collector is due.
    private long mostOnDisk;

    private SpillManager(MemoryPool pool, SpillOptions options) {
        this.pool = pool;
        this.mostOnDisk = pool.limitBytes();
        this.options = options;
        this.statistics = new SpillStatistics(options.statistics());
        this.disk = new DiskPlace(options.folder(), new SpillStats());
        for (Tier tier : Tier.values()) {
            residents.put(tier, new Residents());
        }
    }

    /// The manager of a pool; the first call makes it, with options of the environment.
    public static SpillManager of(MemoryPool pool) {
        return (SpillManager) pool.reclaimer(root -> new SpillManager(root, SpillOptions.fromEnvironment()));
    }

    /// Makes the manager of a pool.
    ///
    /// @throws IllegalStateException if the pool has one already
    public static SpillManager attach(MemoryPool pool, SpillOptions options) {
        SpillManager[] made = new SpillManager[1];
        Reclaimer present = pool.reclaimer(root -> made[0] = new SpillManager(root, options));
        if (made[0] == null) {
            throw new IllegalStateException("the pool has a spill manager with " + ((SpillManager) present).options
                    + "; attach one before the pool is used");
        }
        return made[0];
    }

    /// Whether and when buffers move.
    public SpillOptions options() {
        return options;
    }

    /// What moved, and what is exposed.
    public SpillStatistics statistics() {
        return statistics;
    }

    /// A buffer of host memory that `fill` writes, which the caller closes. It lies in host memory or on disk.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if there is no room, although all others moved
    public SpillableBuffer allocate(long byteSize, String purpose, Consumer<MemorySegment> fill) {
        SpillableBuffer.Home home = new SpillableBuffer.Home(this, pool, disk, null, purpose);
        return SpillableBuffer.filled(home, byteSize, fill);
    }

    /// Bytes in the memory of a device that may leave it, which it takes over, also if it fails. Whoever else has a
    /// view of them keeps them there.
    public SpillableBuffer keep(DeviceTier device, Buffer bytes, String purpose) {
        SpillableBuffer.Home home = new SpillableBuffer.Home(this, pool, disk, device, purpose);
        return SpillableBuffer.holding(home, bytes.byteSize(), bytes);
    }

    /// A column that may leave memory, which it takes over. Its bytes are on the account of `owner`, or never leave.
    public SpillableColumn column(Column column, MemoryPool owner) {
        return new SpillableColumn(new SpillableBuffer.Home(this, owner, disk, null, SpillableColumn.PURPOSE), column);
    }

    /// Moves what nobody uses to disk until `bytes` bytes of host memory of `asking` are free, for operators that plan
    /// with what is free.
    public void makeRoom(MemoryPool asking, long bytes) {
        collectLost();
        long free = asking.limitBytes() - asking.usedBytes();
        spill(Tier.HOST, bytes - free, buffer -> buffer.belongsTo(asking));
    }

    /// Columns that nobody reaches keep their room on disk until the garbage collector finds them, and it does not see
    /// how much that is. So it runs when there is twice as much as it left, and more than memory may hold.
    private synchronized void collectLost() {
        long onDisk = disk.byteSize();
        if (onDisk > mostOnDisk) {
            System.gc();
            mostOnDisk = 2 * onDisk;
        } else {
            mostOnDisk = Math.max(pool.limitBytes(), Math.min(mostOnDisk, 2 * onDisk));
        }
    }

    /// The bytes of spillable buffers in a tier of memory.
    public synchronized long residentBytes(Tier tier) {
        return of(tier).bytes;
    }

    @Override
    public long reclaim(MemoryPool asking, Tier tier, long bytes) {
        boolean mayMove = options.onDemand() && !(tier == Tier.HOST && clearingHost.get());
        return mayMove ? spill(tier, bytes, buffer -> buffer.belongsTo(asking)) : 0;
    }

    /// Moves buffers out of a tier until `bytes` bytes of it are free, or no buffer can move; returns how many bytes
    /// were freed.
    public long spill(Tier tier, long bytes) {
        return spill(tier, bytes, _ -> true);
    }

    private long spill(Tier tier, long bytes, Predicate<Spillable> wanted) {
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
        Residents here = of(tier);
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
        Residents here = of(tier);
        if (here.buffers.add(buffer)) {
            here.bytes += buffer.byteSize();
        }
    }

    /// A buffer went from a tier.
    synchronized void exit(Spillable buffer, Tier tier) {
        Residents here = of(tier);
        if (here.buffers.remove(buffer)) {
            here.bytes -= buffer.byteSize();
        }
    }

    /// A buffer was used.
    synchronized void touch(Spillable buffer, Tier tier) {
        Residents here = of(tier);
        if (here.buffers.remove(buffer)) {
            here.buffers.add(buffer);
        }
    }

    /// Moves what is beyond the limits of the options.
    void keepLimits() {
        keepLimit(options.deviceLimitBytes(), Tier.DEVICE);
        keepLimit(options.hostLimitBytes(), Tier.PINNED, Tier.HOST);
    }

    /// A buffer frees its slab, which has more bytes than it: so it may take several times.
    private void keepLimit(long limit, Tier... tiers) {
        for (Tier tier : tiers) {
            long beyond;
            do {
                beyond = Arrays.stream(tiers).mapToLong(this::residentBytes).sum() - limit;
            } while (beyond > 0 && spill(tier, beyond) > 0);
        }
    }

    private Residents of(Tier tier) {
        return Objects.requireNonNull(residents.get(tier));
    }
}
