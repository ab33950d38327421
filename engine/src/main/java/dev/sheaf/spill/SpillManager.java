package dev.sheaf.spill;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Lender;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Reclaimer;
import dev.sheaf.memory.Tier;
import dev.sheaf.query.SpillStats;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

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
    private final Residents residents;

    /// Bytes on disk beyond which the garbage collector is due.
    private long mostOnDisk;

    private SpillManager(MemoryPool pool, SpillOptions options) {
        this.pool = pool;
        this.mostOnDisk = pool.limitBytes();
        this.options = options;
        this.statistics = new SpillStatistics(options.statistics());
        this.disk = new DiskPlace(options.folder(), new SpillStats());
        this.residents = new Residents(options);
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
        return SpillableBuffer.filled(home(pool, disk, purpose), byteSize, fill);
    }

    /// Bytes in the memory of a device that may leave it, which it takes over, also if it fails. Whoever else has a
    /// view of them keeps them there.
    public SpillableBuffer keep(DeviceTier device, Buffer bytes, String purpose) {
        SpillableBuffer.Home home = new SpillableBuffer.Home(residents, statistics, pool, disk, device, purpose);
        return SpillableBuffer.holding(home, bytes.byteSize(), bytes);
    }

    /// A column that may leave memory, which it takes over. Its bytes are on the account of `owner`, or never leave.
    public SpillableColumn column(Column column, MemoryPool owner) {
        return new SpillableColumn(home(owner, disk, StoredValues.PURPOSE), column);
    }

    /// Where bytes live that are at home in host memory, on the account of `owner`.
    SpillableBuffer.Home home(MemoryPool owner, DiskPlace to, String purpose) {
        return new SpillableBuffer.Home(residents, statistics, owner, to, null, purpose);
    }

    /// Moves what nobody uses to disk until `bytes` bytes of host memory of `asking` are free, for operators that plan
    /// with what is free.
    public void makeRoom(MemoryPool asking, long bytes) {
        collectLost();
        long free = asking.limitBytes() - asking.usedBytes();
        residents.spill(Tier.HOST, bytes - free, buffer -> buffer.belongsTo(asking));
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
    public long residentBytes(Tier tier) {
        return residents.bytes(tier);
    }

    @Override
    public long reclaim(Lender asking, Tier tier, long bytes) {
        boolean mayMove = options.onDemand() && !(tier == Tier.HOST && residents.isClearingHost());
        return mayMove ? residents.spill(tier, bytes, buffer -> buffer.belongsTo(asking)) : 0;
    }

    /// Moves buffers out of a tier until `bytes` bytes of it are free, or no buffer can move; returns how many bytes
    /// were freed.
    public long spill(Tier tier, long bytes) {
        return residents.spill(tier, bytes, _ -> true);
    }
}
