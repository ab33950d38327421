package dev.sheaf.spill;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
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
            String purpose) {
        /// The bytes of an extent on disk, in host memory.
        ///
        /// @throws IllegalStateException if there is none, since its owner is closed
        Buffer read(SpillFile.@Nullable Extent extent) {
            if (extent == null) {
                throw new IllegalStateException("spillable buffer \"" + purpose + "\" is closed");
            }
            long start = System.nanoTime();
            Buffer read = pool.filled(extent.byteSize(), purpose, bytes -> disk.read(extent, bytes));
            statistics.moved(Tier.DISK, Tier.HOST, extent.byteSize(), System.nanoTime() - start);
            return read;
        }
    }

    private final Home home;
    private final long byteSize;
    private volatile @Nullable Buffer bytes;
    private SpillFile.@Nullable Extent onDisk;
    private volatile boolean exposed;

    private SpillableBuffer(Home home, long byteSize, @Nullable Buffer bytes, SpillFile.@Nullable Extent onDisk) {
        super(home.pool(), home.statistics());
        this.home = home;
        this.byteSize = byteSize;
        this.bytes = bytes;
        this.onDisk = onDisk;
    }

    /// A buffer in host memory.
    static SpillableBuffer filled(Home home, long byteSize, Consumer<MemorySegment> fill) {
        Buffer bytes = home.pool().filled(byteSize, home.purpose(), whole -> fill.accept(whole.asSlice(0, byteSize)));
        return holding(home, byteSize, bytes);
    }

    /// Takes over bytes that lie at home, also if it fails.
    static SpillableBuffer holding(Home home, long byteSize, Buffer bytes) {
        SpillableBuffer made = new SpillableBuffer(home, byteSize, bytes, null);
        home.residents().enter(made, tierOf(bytes));
        return home.residents().withinLimits(made);
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
    @Override
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
        return home.residents().withinLimits(locked(() -> comeHome().retain()));
    }

    /// A view whose address may be handed out: the bytes never move again. The caller closes the view; the bytes stay
    /// until this is closed.
    public Buffer expose() {
        return locked(() -> {
            Buffer here = comeHome();
            if (!exposed) {
                exposed = true;
                home.statistics().exposed(byteSize, Spillable.class);
            }
            return here.retain();
        });
    }

    /// Host bytes for one reader: a view if they are here; else read from disk for this reader alone, so that
    /// reading all of many buffers once keeps none of them.
    Buffer load() {
        return locked(() -> bytes == null ? home.read(onDisk) : comeHome().retain());
    }

    private Buffer comeHome() {
        Buffer here = bytes;
        DeviceTier device = home.device();
        if (here == null) {
            here = home.read(onDisk);
            arrive(here);
        }
        if (device != null && tierOf(here) != Tier.DEVICE) {
            Buffer host = here;
            here = filled(
                    device.allocate(home.pool(), byteSize, home.purpose()),
                    back -> device.upload(host.segment(), back, byteSize));
            arrive(here);
        }
        home.residents().touch(this, tierOf(here));
        return here;
    }

    private static Buffer filled(Buffer target, Consumer<Buffer> copy) {
        try (Closer closer = new Closer()) {
            copy.accept(closer.add(target));
            closer.release();
            return target;
        }
    }

    /// Bytes that are in memory from now on, in the place of those that were.
    private void arrive(@Nullable Buffer next) {
        Buffer before = bytes;
        bytes = next;
        if (before != null) {
            home.residents().exit(this, tierOf(before));
            before.close();
        }
        if (next != null) {
            home.residents().enter(this, tierOf(next));
        }
    }

    @Override
    long moveDown() {
        Buffer here = Objects.requireNonNull(bytes);
        long freed = here.owner().capacityBytes();
        DeviceTier device = home.device();
        if (device != null && tierOf(here) == Tier.DEVICE) {
            arrive(filled(
                    device.allocateHost(home.pool(), byteSize, home.purpose()),
                    host -> device.download(here, host.segment(), byteSize)));
        } else {
            onDisk = onDisk != null
                    ? onDisk
                    : home.disk().write(List.of(here.segment().asSlice(0, byteSize)));
            arrive(null);
        }
        return freed;
    }

    /// Releases the bytes wherever they are; views that are open stay valid.
    @Override
    public void close() {
        locked(() -> {
            arrive(null);
            SpillFile.Extent left = onDisk;
            onDisk = null;
            if (left != null) {
                home.disk().free(left);
            }
            return left;
        });
    }
}
