package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Hands out host memory in slabs that are reused, within a limit, and accounts for what other tiers hold.
///
/// Memory comes 64-byte aligned with undefined contents. Released slabs stay cached for the next request and
/// are given back to the operating system by [#trim()], by [#close()], or when the limit would otherwise be
/// passed: bytes in use and bytes cached together stay within the limit. Thread-safe. Cost: a reused slab costs
/// well under a microsecond, a fresh one about 80 us plus
/// 0.5 s per GiB to fault in.
public final class MemoryPool implements Lender, AutoCloseable {
    private final Accounts accounts;
    private final SlabCache slabs;
    private final @Nullable MemoryPool whole;
    private final Leaks leaks = new Leaks();
    private volatile @Nullable Reclaimer reclaimer;

    private MemoryPool(long hostLimitBytes, long deviceLimitBytes, MemoryHost host) {
        this.whole = null;
        this.slabs = new SlabCache(host);
        this.accounts = Accounts.withLimits(hostLimitBytes, deviceLimitBytes);
    }

    /// A part of another pool.
    private MemoryPool(MemoryPool whole, long guaranteedBytes, long mostBytes) {
        this.whole = whole;
        this.slabs = whole.slabs;
        this.accounts = whole.accounts.part(guaranteedBytes, mostBytes);
    }

    /// A pool that never holds more than `bytes` of host memory.
    ///
    /// The limit bounds Sheaf's data, not the process: the Java heap has a limit of its own (`-Xmx`), and the
    /// virtual machine takes some 100 MB beside both.
    public static MemoryPool withLimit(long bytes) {
        return withLimits(bytes, Long.MAX_VALUE);
    }

    /// A pool that never holds more than `hostBytes` of host memory and `deviceBytes` of the memory of GPUs.
    ///
    /// A group-by on a GPU whose rows take more than that reads them in strides.
    public static MemoryPool withLimits(long hostBytes, long deviceBytes) {
        checkLimit(hostBytes);
        checkLimit(deviceBytes);
        return new MemoryPool(hostBytes, deviceBytes, MemoryHost.NONE);
    }

    /// A pool that never holds more than `bytes` of host memory and asks `host` for them.
    public static MemoryPool within(MemoryHost host, long bytes) {
        checkLimit(bytes);
        return new MemoryPool(bytes, Long.MAX_VALUE, host);
    }

    /// A part of this pool that has `guaranteedBytes` of host memory to itself and never holds more than `mostBytes`.
    /// Slabs are shared; other tiers have one account. Closing the part gives the guarantee back; buffers that are
    /// still open stay valid and stay on the account.
    ///
    /// @throws MemoryLimitException if the guarantee does not fit now
    public MemoryPool share(long guaranteedBytes, long mostBytes) {
        if (whole != null) {
            return whole.share(guaranteedBytes, mostBytes);
        }
        checkLimit(guaranteedBytes);
        checkLimit(mostBytes);
        reserve(Tier.HOST, guaranteedBytes, Account.SHARE);
        return new MemoryPool(this, guaranteedBytes, Math.max(guaranteedBytes, mostBytes));
    }

    @Override
    public boolean isPartOf(Lender pool) {
        return this == pool || whole == pool;
    }

    /// Whether bytes are on the host account of this pool or of a part of it.
    public boolean holds(BufferOwner bytes) {
        return bytes.isOn(account(Tier.HOST));
    }

    /// What gives memory back when a request does not fit; `make` makes it, once for a pool and its parts.
    public Reclaimer reclaimer(Function<MemoryPool, Reclaimer> make) {
        if (whole != null) {
            return whole.reclaimer(make);
        }
        synchronized (accounts) {
            Reclaimer present = reclaimer;
            if (present == null) {
                present = make.apply(this);
                reclaimer = present;
            }
            return present;
        }
    }

    /// Gives about `bytes` of host memory back to the [MemoryHost] (or the operating system): memory kept for reuse
    /// first, then what the reclaimer frees. Returns how many bytes were given back. For a host that needs memory.
    public long spillRequested(long bytes) {
        long given = slabs.trim(bytes);
        if (given < bytes && reclaim(Tier.HOST, bytes - given) > 0) {
            given += slabs.trim(bytes - given);
        }
        return given;
    }

    private static void checkLimit(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException(
                    "a memory limit of " + bytes + " bytes is too small; use 1 byte or more");
        }
    }

    /// A pool whose limit is three quarters of the memory that this machine or container has.
    public static MemoryPool create() {
        return withLimit(PhysicalMemory.bytes() / 4 * 3);
    }

    /// The pool of this process that tables built without naming a pool come from.
    public static MemoryPool shared() {
        return Shared.POOL;
    }

    /// Allocates `byteSize` bytes with undefined contents; `purpose` names them in limit errors and leak reports.
    ///
    /// @throws MemoryLimitException if the limit would be passed or the machine has no memory left
    /// @throws IllegalArgumentException if `byteSize` is negative
    /// @throws RuntimeException of a query's cancellation, if this thread works for one ([Checkpoint])
    public Buffer allocate(long byteSize, String purpose) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("cannot allocate " + byteSize + " bytes for \"" + purpose + "\"");
        }
        Checkpoint.pass();
        int sizeClass = SizeClasses.classOf(byteSize + Buffer.READABLE_PADDING);
        long capacity = SizeClasses.sizeOf(sizeClass);
        Account account = reserve(Tier.HOST, capacity, purpose);
        Slab slab;
        try {
            slab = takeSlab(sizeClass, account, purpose);
        } catch (RuntimeException | Error failure) {
            account.release(capacity, purpose);
            throw failure;
        }
        Lease lease = lease(account, Location.HOST, capacity, purpose, leaked -> putBack(slab, leaked));
        BufferOwner owner =
                new BufferOwner(lease, slab.segment(), slab.segment().address());
        return new Buffer(owner, 0, byteSize);
    }

    /// Allocates `byteSize` bytes of zeros.
    ///
    /// @throws MemoryLimitException as [#allocate]
    public Buffer allocateZeroed(long byteSize, String purpose) {
        Buffer buffer = allocate(byteSize, purpose);
        buffer.segment().fill((byte) 0);
        return buffer;
    }

    /// Allocates `byteSize` bytes that `fill` writes; they are released if it fails.
    ///
    /// @throws MemoryLimitException as [#allocate]
    public Buffer filled(long byteSize, String purpose, Consumer<MemorySegment> fill) {
        Buffer buffer = allocate(byteSize, purpose);
        try {
            fill.accept(buffer.segment());
            return buffer;
        } catch (RuntimeException | Error failure) {
            buffer.close();
            throw failure;
        }
    }

    /// Takes memory that somebody else allocated on a tier of this pool's accounts; `release` runs once, after
    /// the last view closed.
    ///
    /// @throws MemoryLimitException if the tier's limit would be passed; `release` is then not run
    public Buffer adopt(Location location, long address, long byteSize, String purpose, Runnable release) {
        return adopt(location, address, byteSize, byteSize, purpose, release);
    }

    /// As [#adopt(Location, long, long, String, Runnable)], of memory of which no more than `byteSize` bytes at its
    /// start were asked for; all `capacityBytes` are accounted.
    public Buffer adopt(
            Location location, long address, long capacityBytes, long byteSize, String purpose, Runnable release) {
        Objects.checkFromIndexSize(0, byteSize, capacityBytes);
        Account account = reserve(location.tier(), capacityBytes, purpose);
        Lease lease = lease(account, location, capacityBytes, purpose, _ -> release.run());
        return new Buffer(new BufferOwner(lease, null, address), 0, byteSize);
    }

    /// As [#adopt(Location, long, long, String, Runnable)], for memory that the host can read through
    /// `segment`. Nobody writes into a read-only one ([BufferOwner#isWritable()]).
    public Buffer adopt(Location location, MemorySegment segment, String purpose, Runnable release) {
        return adopt(location, segment, segment.byteSize(), purpose, release);
    }

    /// As [#adopt(Location, MemorySegment, String, Runnable)], of memory of which no more than `byteSize` bytes at its
    /// start were asked for; all of the segment is accounted.
    public Buffer adopt(Location location, MemorySegment segment, long byteSize, String purpose, Runnable release) {
        long capacityBytes = segment.byteSize();
        Objects.checkFromIndexSize(0, byteSize, capacityBytes);
        Account account = reserve(location.tier(), capacityBytes, purpose);
        Lease lease = lease(account, location, capacityBytes, purpose, _ -> release.run());
        return new Buffer(new BufferOwner(lease, segment, segment.address()), 0, byteSize);
    }

    /// Host bytes lent out now, padding and rounding included.
    public long usedBytes() {
        return usedBytes(Tier.HOST);
    }

    /// Bytes lent out now on a tier.
    public long usedBytes(Tier tier) {
        return account(tier).usedBytes();
    }

    /// The most host bytes that were lent out at one time.
    public long peakBytes() {
        return account(Tier.HOST).peakBytes();
    }

    /// The limit on host bytes.
    public long limitBytes() {
        return account(Tier.HOST).limitBytes();
    }

    /// The limit on the bytes of a tier; [Long#MAX_VALUE] if there is none.
    public long limitBytes(Tier tier) {
        return account(tier).limitBytes();
    }

    /// Host bytes that are kept for reuse and not lent out.
    public long cachedBytes() {
        return slabs.cachedBytes();
    }

    /// How many buffers were lost without being closed. The logger `dev.sheaf.memory` names who lost them: one
    /// warning a table or lone buffer with the first caller outside Sheaf, 20 at most, then their number.
    public long leakCount() {
        return leaks.count();
    }

    /// Gives cached memory back to the operating system.
    public void trim() {
        slabs.trim(Long.MAX_VALUE);
    }

    /// Gives cached memory back. Buffers that are still open stay valid, and their memory follows when they close.
    /// Closing a part gives its guarantee back.
    @Override
    public void close() {
        if (whole == null) {
            slabs.retire();
        } else {
            account(Tier.HOST).endGuarantee();
        }
    }

    /// The account that the bytes are on from now on.
    private Account reserve(Tier tier, long bytes, String purpose) {
        Account account = account(tier);
        while (!account.tryReserve(bytes, purpose)) {
            if (reclaim(tier, bytes) == 0) {
                throw account.limitExceeded(bytes, purpose);
            }
        }
        return account;
    }

    /// Frees memory of a tier that nobody uses, of this pool or, if it is a part that has none to free, of the whole;
    /// returns how many bytes. For a device that is full although the limit of its pool is not reached.
    public long reclaim(Tier tier, long bytes) {
        MemoryPool root = whole == null ? this : whole;
        Reclaimer present = root.reclaimer;
        if (present == null) {
            return 0;
        }
        long freed = present.reclaim(this, tier, bytes);
        return freed > 0 || whole == null ? freed : present.reclaim(root, tier, bytes);
    }

    private Account account(Tier tier) {
        return accounts.of(tier);
    }

    private Lease lease(Account account, Location location, long bytes, String purpose, Lease.Release release) {
        return new Lease(account, leaks::add, location, bytes, purpose, leaks.site(), release);
    }

    /// A cached slab, or a fresh one once cached bytes that the limit has no room for are freed.
    private Slab takeSlab(int sizeClass, Account account, String purpose) {
        Slab cached = slabs.poll(sizeClass);
        if (cached != null) {
            return cached;
        }
        Account all = whole == null ? account : whole.account(Tier.HOST);
        slabs.trim(all.usedBytes() + slabs.cachedBytes() - all.limitBytes());
        long size = SizeClasses.sizeOf(sizeClass);
        try {
            Slab fresh;
            while ((fresh = slabs.fresh(sizeClass)) == null) {
                if (slabs.trim(Long.MAX_VALUE) == 0 && reclaim(Tier.HOST, size) == 0) {
                    throw account.hostRefused(size, purpose);
                }
            }
            return fresh;
        } catch (OutOfMemoryError noMemory) {
            slabs.trim(Long.MAX_VALUE);
            MemoryLimitException limit = account.limitExceeded(size, purpose);
            limit.initCause(noMemory);
            throw limit;
        }
    }

    private void putBack(Slab slab, boolean leaked) {
        if (leaked) {
            slabs.free(slab);
        } else {
            slabs.offer(slab);
        }
    }

    private static final class Shared {
        static final MemoryPool POOL = create();
    }
}
