package dev.sheaf.spill;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Lender;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Bytes that may leave memory while nobody uses them.
///
/// ```java
/// try (Buffer pin = buffer.pin()) {   // comes back if it was away, and stays while pinned
///     read(pin.segment());
/// }
/// ```
/// An open view of its bytes pins a buffer. [#expose()] is for an address that is handed out: from then on the
/// bytes never move. The bytes do not change once they are written, so a copy on disk stays good, and a buffer that
/// was away before leaves again at no cost. Thread-safe.
public final class SpillableBuffer extends Spillable implements AutoCloseable {
    /// What buffers have in common: whom they tell when they move, where they live and where they go. Without a
    /// device the home is host memory.
    record Home(
            Residents residents,
            SpillStatistics statistics,
            MemoryPool pool,
            DiskPlace disk,
            @Nullable DeviceTier device,
            String purpose) {}

    private final Home home;
    private final long byteSize;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Buffer bytes;
    private SpillFile.@Nullable Extent onDisk;
    private volatile boolean exposed;
    private boolean closed;

    private SpillableBuffer(Home home, long byteSize, @Nullable Buffer bytes, SpillFile.@Nullable Extent onDisk) {
        this.home = home;
        this.byteSize = byteSize;
        this.bytes = bytes;
        this.onDisk = onDisk;
    }

    /// A buffer in host memory.
    static SpillableBuffer filled(Home home, long byteSize, Consumer<MemorySegment> fill) {
        Buffer bytes = home.pool().allocate(byteSize, home.purpose());
        try {
            fill.accept(bytes.segment().asSlice(0, byteSize));
        } catch (RuntimeException | Error failure) {
            bytes.close();
            throw failure;
        }
        return holding(home, byteSize, bytes);
    }

    /// Takes over bytes that lie at home, also if it fails.
    static SpillableBuffer holding(Home home, long byteSize, Buffer bytes) {
        SpillableBuffer made = new SpillableBuffer(home, byteSize, bytes, null);
        home.residents().enter(made, tierOf(bytes));
        return made.withinLimits(made);
    }

    /// What was opened, once limits are kept; closed if bytes beyond them cannot leave.
    private <T extends AutoCloseable> T withinLimits(T opened) {
        try (Closer closer = new Closer()) {
            closer.add(opened);
            home.residents().keepLimits();
            closer.release();
            return opened;
        }
    }

    /// A buffer that begins on disk.
    static SpillableBuffer written(Home home, List<MemorySegment> pieces) {
        SpillFile.Extent extent = home.disk().write(pieces);
        return new SpillableBuffer(home, extent.byteSize(), null, extent);
    }

    /// The number of bytes.
    @Override
    public long byteSize() {
        return byteSize;
    }

    /// Where the bytes are now.
    public Tier tier() {
        Buffer here = bytes;
        return here == null ? Tier.DISK : tierOf(here);
    }

    private static Tier tierOf(Buffer buffer) {
        return buffer.owner().location().tier();
    }

    /// Whether the bytes may move: nobody has a view of them, and their address was never handed out.
    @Override
    public boolean isIdle() {
        Buffer here = bytes;
        return here != null && !exposed && here.owner().viewCount() == 1;
    }

    /// A view of the bytes at home, where they stay until the view is closed.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if there is no room to bring them back
    public Buffer pin() {
        return withinLimits(locked(() -> comeHome().retain()));
    }

    /// A view whose address may be handed out: the bytes never move again. The caller closes the view; the bytes stay
    /// until this is closed.
    public Buffer expose() {
        return locked(() -> {
            if (!exposed) {
                exposed = true;
                home.statistics().exposed(byteSize, SpillableBuffer.class);
            }
            return comeHome().retain();
        });
    }

    /// Host bytes for one reader: a view if they are here; else read from disk for this reader alone, so that
    /// reading all of many buffers once keeps none of them.
    Buffer load() {
        return locked(() -> bytes == null ? readFromDisk() : comeHome().retain());
    }

    private interface Step<T> {
        T run();
    }

    private <T> T locked(Step<T> step) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("spillable buffer \"" + home.purpose() + "\" is closed");
            }
            return step.run();
        } finally {
            lock.unlock();
        }
    }

    private Buffer comeHome() {
        Buffer here = bytes;
        DeviceTier device = home.device();
        if (here == null) {
            here = readFromDisk();
            arrive(here, Tier.DISK);
        }
        if (device != null && tierOf(here) != Tier.DEVICE) {
            Tier from = tierOf(here);
            here = upload(device, here);
            arrive(here, from);
        }
        home.residents().touch(this, tierOf(here));
        return here;
    }

    private Buffer upload(DeviceTier device, Buffer host) {
        Buffer back = device.allocate(home.pool(), byteSize, home.purpose());
        try {
            device.upload(host.segment(), back, byteSize);
            return back;
        } catch (RuntimeException | Error failure) {
            back.close();
            throw failure;
        }
    }

    private Buffer readFromDisk() {
        Buffer read = home.pool().allocate(byteSize, home.purpose());
        try {
            long start = System.nanoTime();
            home.disk().read(Objects.requireNonNull(onDisk), read.segment());
            home.statistics().moved(Tier.DISK, Tier.HOST, byteSize, System.nanoTime() - start);
            return read;
        } catch (RuntimeException | Error failure) {
            read.close();
            throw failure;
        }
    }

    private void arrive(Buffer next, Tier from) {
        Buffer before = bytes;
        bytes = next;
        if (before != null) {
            home.residents().exit(this, from);
            before.close();
        }
        home.residents().enter(this, tierOf(next));
    }

    /// Moves the bytes one tier down if they are in `tier` and nobody uses them; returns the bytes freed there.
    /// Never waits for a user of this buffer, who may be waiting for memory, nor moves what this thread is moving.
    @Override
    long leave(Tier tier) {
        if (lock.isHeldByCurrentThread() || !lock.tryLock()) {
            return 0;
        }
        try {
            Buffer here = bytes;
            if (closed || here == null || tierOf(here) != tier || !isIdle()) {
                return 0;
            }
            long freed = here.owner().capacityBytes();
            long start = System.nanoTime();
            DeviceTier device = home.device();
            if (tier == Tier.DEVICE && device != null) {
                Buffer host = download(device, here);
                if (host == null) {
                    return 0;
                }
                arrive(host, tier);
            } else {
                writeToDisk(here);
                bytes = null;
                home.residents().exit(this, tier);
                here.close();
            }
            home.statistics().moved(tier, tier(), byteSize, System.nanoTime() - start);
            return freed;
        } finally {
            lock.unlock();
        }
    }

    /// A copy on the host; null if the host has no room either.
    private @Nullable Buffer download(DeviceTier device, Buffer here) {
        Buffer host;
        try {
            host = device.allocateHost(home.pool(), byteSize, home.purpose());
        } catch (MemoryLimitException full) {
            return null;
        }
        try {
            device.download(here, host.segment(), byteSize);
            return host;
        } catch (RuntimeException | Error failure) {
            host.close();
            throw failure;
        }
    }

    private void writeToDisk(Buffer here) {
        if (onDisk == null) {
            onDisk = home.disk().write(List.of(here.segment().asSlice(0, byteSize)));
        }
    }

    /// Whether the bytes count for a pool.
    @Override
    boolean belongsTo(Lender lender) {
        return home.pool().isPartOf(lender);
    }

    /// Releases the bytes wherever they are; views that are open stay valid.
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            Buffer here = bytes;
            if (here != null) {
                home.residents().exit(this, tierOf(here));
                bytes = null;
                here.close();
            }
            if (onDisk != null) {
                home.disk().free(onDisk);
                onDisk = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
