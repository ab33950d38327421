package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Page-locked host memory, which a device copies at link speed and kernels can read in place.
///
/// Pinning is slow (tenths of a second a GiB), so slabs are kept for reuse, up to [#MAX_CACHED_BYTES]. Lent
/// slabs are accounted in a [MemoryPool]. Thread-safe.
public final class PinnedMemory {
    /// Slabs beyond this many cached bytes go back to the operating system when they are released.
    public static final long MAX_CACHED_BYTES = 1L << 30;

    private static final long MIN_SLAB_BYTES = 4096;

    /// Four sizes to each power of two, so that rounding wastes a fifth at most.
    private static final int SIZES_PER_OCTAVE = 4;

    /// CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTREGISTER_PORTABLE: pinned for every device.
    private static final int PORTABLE = 1;

    private final DeviceContext device;
    private final Map<Long, Deque<Slab>> free = new HashMap<>();
    private long cachedBytes;

    PinnedMemory(DeviceContext device) {
        this.device = device;
    }

    /// One pinned piece; the arena ends the validity of its segments before the memory goes.
    private record Slab(MemorySegment segment, Arena arena) {}

    /// Allocates `byteSize` bytes with undefined contents.
    ///
    /// No copy from or to the buffer may be under way when it is closed.
    ///
    /// @throws CudaException if the operating system lets no more memory be pinned
    /// @throws MemoryLimitException if the limit of `accounts` on pinned memory would be passed
    public Buffer allocate(MemoryPool accounts, long byteSize, String purpose) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("cannot allocate " + byteSize + " bytes for \"" + purpose + "\"");
        }
        long slabBytes = slabBytes(byteSize + Buffer.READABLE_PADDING);
        Slab cached = poll(slabBytes);
        Slab slab = cached != null ? cached : pin(slabBytes, purpose);
        try {
            return accounts.adopt(Location.PINNED, slab.segment(), byteSize, purpose, () -> giveBack(slab));
        } catch (MemoryLimitException limit) {
            giveBack(slab);
            throw limit;
        }
    }

    /// Pins memory that is there already, until the registration is closed.
    ///
    /// Worth it from the first large copy on: pinning and unpinning memory that is in use already took 43 to
    /// 75 ms a GiB on three H200 hosts, where copying pageable memory took 89 to 115 ms a GiB longer than
    /// copying pinned memory.
    ///
    /// @throws CudaException if the operating system does not let it be pinned
    public Registration register(MemorySegment memory) {
        device.run(() -> device.check("cuMemHostRegister", " of " + ByteSize.format(memory.byteSize()), () ->
                (int) device.lib().cuMemHostRegister().invokeExact(memory, memory.byteSize(), PORTABLE)));
        return new Registration(memory);
    }

    /// Memory of somebody else's that is pinned for a while.
    public final class Registration implements AutoCloseable {
        private final MemorySegment memory;

        private Registration(MemorySegment memory) {
            this.memory = memory;
        }

        /// Unpins the memory. No copy may be under way.
        @Override
        public void close() {
            device.releaseCurrent("cuMemHostUnregister", () ->
                    (int) device.lib().cuMemHostUnregister().invokeExact(memory));
        }
    }

    /// Bytes that are pinned and not lent out.
    public synchronized long cachedBytes() {
        return cachedBytes;
    }

    /// Gives pinned memory that is not lent out back to the operating system.
    public void trim() {
        Slab slab;
        while ((slab = pollAny()) != null) {
            unpin(slab);
        }
    }

    void close() {
        trim();
    }

    private synchronized @Nullable Slab poll(long slabBytes) {
        Deque<Slab> slabs = free.get(slabBytes);
        Slab slab = slabs == null ? null : slabs.pollLast();
        if (slab != null) {
            cachedBytes -= slabBytes;
        }
        return slab;
    }

    private synchronized @Nullable Slab pollAny() {
        for (long slabBytes : free.keySet()) {
            Slab slab = poll(slabBytes);
            if (slab != null) {
                return slab;
            }
        }
        return null;
    }

    private void giveBack(Slab slab) {
        if (!keep(slab)) {
            unpin(slab);
        }
    }

    private synchronized boolean keep(Slab slab) {
        long slabBytes = slab.segment().byteSize();
        if (device.lost().isPresent() || cachedBytes + slabBytes > MAX_CACHED_BYTES) {
            return false;
        }
        shelf(slabBytes).addLast(slab);
        cachedBytes += slabBytes;
        return true;
    }

    private Deque<Slab> shelf(long slabBytes) {
        Deque<Slab> known = free.get(slabBytes);
        return known != null ? known : free.computeIfAbsent(slabBytes, _ -> new ArrayDeque<>());
    }

    private Slab pin(long bytes, String purpose) {
        return device.call(() -> {
            MemorySegment out = Scratch.words();
            device.check("cuMemHostAlloc", " of " + ByteSize.format(bytes) + " for \"" + purpose + "\"", () ->
                    (int) device.lib().cuMemHostAlloc().invokeExact(out, bytes, PORTABLE));
            Arena arena = Arena.ofShared();
            return new Slab(Binding.region(out.get(ADDRESS, 0), bytes, arena), arena);
        });
    }

    private void unpin(Slab slab) {
        MemorySegment address = MemorySegment.ofAddress(slab.segment().address());
        slab.arena().close();
        device.releaseCurrent(
                "cuMemFreeHost", () -> (int) device.lib().cuMemFreeHost().invokeExact(address));
    }

    /// The size of the slab for a request.
    static long slabBytes(long bytes) {
        if (bytes <= MIN_SLAB_BYTES) {
            return MIN_SLAB_BYTES;
        }
        long step = Long.highestOneBit(bytes - 1) / SIZES_PER_OCTAVE;
        return bytes + step - 1 & -step;
    }
}
