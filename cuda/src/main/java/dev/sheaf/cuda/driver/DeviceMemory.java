package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// The memory of one device, handed out in stream order by a pool of the driver and accounted in a [MemoryPool].
///
/// Memory that a buffer gives back is used again without going through the operating system; [#trim()] gives back
/// what is not in use. Small blocks, and large ones of the last queries up to a share of the device's memory, are kept
/// here for the stream on which they were freed, so that asking for one and giving it back takes no call of the
/// driver. When memory runs out, what is kept is given back before a request fails, and the pool's reclaimer asked.
public final class DeviceMemory {
    /// Sizes are rounded up to this, so that kernels may read whole 16-byte words at the end of any buffer.
    public static final int ROUNDING = 256;

    /// With so many blocks of a size that wait to be cleared, they are cleared rather than one more is made: of two,
    /// one is used while the other is cleared.
    private static final int MOST_SOILED = 2;

    /// What part of the device's memory large blocks may keep.
    private static final int LARGE_SHARE = 8;

    // struct CUmemPoolProps_v1 and its enumerations
    private static final int PROPERTIES_BYTES = 88;
    private static final int ALLOCATION_TYPE_OFFSET = 0;
    private static final int LOCATION_TYPE_OFFSET = 8;
    private static final int LOCATION_ID_OFFSET = 12;
    private static final int ALLOCATION_TYPE_PINNED = 1;
    private static final int LOCATION_TYPE_DEVICE = 1;

    // CUpointer_attribute and CUmemorytype
    private static final int POINTER_MEMORY_TYPE = 2;
    private static final int POINTER_DEVICE_ORDINAL = 9;
    private static final int MEMORY_TYPE_DEVICE = 2;

    // CUmemPool_attribute
    private static final int RELEASE_THRESHOLD = 4;
    private static final int RESERVED_MEM_CURRENT = 5;
    private static final int USED_MEM_CURRENT = 7;

    private final DeviceContext device;
    private final SmallFreeList small = new SmallFreeList();
    private final LargeFreeList large;
    private volatile long pool;

    DeviceMemory(DeviceContext device) {
        this.device = device;
        this.large = new LargeFreeList(device.info().memoryBytes() / LARGE_SHARE);
    }

    /// Creates the driver's pool; a device is opened with it.
    void open() {
        LibCuda lib = device.lib();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            MemorySegment properties = arena.allocate(PROPERTIES_BYTES, Long.BYTES);
            properties.set(JAVA_INT, ALLOCATION_TYPE_OFFSET, ALLOCATION_TYPE_PINNED);
            properties.set(JAVA_INT, LOCATION_TYPE_OFFSET, LOCATION_TYPE_DEVICE);
            properties.set(JAVA_INT, LOCATION_ID_OFFSET, device.info().ordinal());
            device.check("cuMemPoolCreate", () -> (int) lib.cuMemPoolCreate().invokeExact(out, properties));
            pool = out.get(JAVA_LONG, 0);
            out.set(JAVA_LONG, 0, Long.MAX_VALUE);
            device.check("cuMemPoolSetAttribute", () ->
                    (int) lib.cuMemPoolSetAttribute().invokeExact(pool, RELEASE_THRESHOLD, out));
        }
    }

    /// Gives the blocks back that are kept, as long as there are the streams that they were freed on.
    void closeKept() {
        small.takeAll().forEach(this::freeNow);
        large.takeAll().forEach(this::freeNow);
    }

    void close() {
        device.release(
                "cuMemPoolDestroy", () -> (int) device.lib().cuMemPoolDestroy().invokeExact(pool));
    }

    /// Allocates `byteSize` bytes with undefined contents, for work on `stream` from here on.
    ///
    /// Closing the buffer frees the memory after the work that is on the stream by then; work on other streams
    /// has to be done, or the stream has to wait for it. Call inside [DeviceContext#call]; closing is possible
    /// anywhere. Cost: some microseconds when the pool has the memory, less where as much was freed on this stream
    /// before.
    ///
    /// @throws CudaException if the device has no memory left ([CudaException#isOutOfMemory()]), also after what is
    ///     cached was given back and what may leave the device has left
    /// @throws dev.sheaf.memory.MemoryLimitException if the device limit of `accounts` would be passed
    public Buffer allocate(MemoryPool accounts, long byteSize, String purpose, StreamOrder stream) {
        SmallFreeList.Block block = block(accounts, rounded(byteSize, purpose), purpose, stream, false);
        return adopted(accounts, block, byteSize, purpose, () -> free(block));
    }

    /// As [#allocate], of zeros. A small block that was used like this before waits to be cleared: by [#clearFreed], or
    /// here once there are two of them. A large one is cleared here.
    public Buffer allocateZeroed(MemoryPool accounts, long byteSize, String purpose, StreamOrder stream) {
        SmallFreeList.Block block = block(accounts, rounded(byteSize, purpose), purpose, stream, true);
        return adopted(accounts, block, byteSize, purpose, () -> freeZeroed(block, byteSize));
    }

    /// Memory of this device that somebody else owns, from `address` on, on a tier of `accounts`; `release` runs
    /// once, after the last view closed.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if the device limit of `accounts` would be passed
    public Buffer borrow(MemoryPool accounts, long address, long byteSize, String purpose, Runnable release) {
        return accounts.adopt(device.location(), address, byteSize, purpose, release);
    }

    /// The device in whose memory an address lies; empty if it is in that of none. Call inside [DeviceContext#call].
    public OptionalInt ordinalOf(long address) {
        OptionalInt type = attribute(address, POINTER_MEMORY_TYPE);
        return type.equals(OptionalInt.of(MEMORY_TYPE_DEVICE))
                ? attribute(address, POINTER_DEVICE_ORDINAL)
                : OptionalInt.empty();
    }

    /// Empty if the driver does not know the address.
    private OptionalInt attribute(long address, int attribute) {
        MemorySegment out = Scratch.words();
        int code =
                NativeCall.code(() -> (int) device.lib().cuPointerGetAttribute().invokeExact(out, attribute, address));
        return code == 0 ? OptionalInt.of(out.get(JAVA_INT, 0)) : OptionalInt.empty();
    }

    /// Clears the small blocks of zeros that were freed on `stream`, in its order, so that [#allocateZeroed] finds them
    /// ready. For a time when the host waits for the device, which then waits for the host: nobody waits for this.
    /// Call inside [DeviceContext#call]. Cost: 4 us a block.
    public void clearFreed(StreamOrder stream) {
        SmallFreeList.Soiled soiled;
        while ((soiled = small.takeSoiled(stream.handle())) != null) {
            if (isCleared(soiled)) {
                free(soiled.block());
            } else {
                freeNow(soiled.block());
            }
        }
    }

    private boolean isCleared(SmallFreeList.Soiled soiled) {
        try {
            clear(soiled.block(), soiled.bytes());
            return true;
        } catch (CudaException failure) {
            return false;
        }
    }

    private static long rounded(long byteSize, String purpose) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("cannot allocate " + byteSize + " bytes for \"" + purpose + "\"");
        }
        return SmallFreeList.rounded(Math.max(byteSize + ROUNDING - 1 & -ROUNDING, ROUNDING));
    }

    private SmallFreeList.Block block(
            MemoryPool accounts, long bytes, String purpose, StreamOrder stream, boolean isZero) {
        boolean isSmall = SmallFreeList.isSmall(bytes);
        SmallFreeList.Block kept = isSmall ? small(bytes, stream, isZero) : large.take(bytes, stream.handle());
        SmallFreeList.Block block = kept != null ? kept : fresh(accounts, bytes, purpose, stream, isSmall && isZero);
        if (isZero && (kept == null || !isSmall)) {
            clear(block, bytes);
        }
        return block;
    }

    private SmallFreeList.Block fresh(
            MemoryPool accounts, long bytes, String purpose, StreamOrder stream, boolean isZero) {
        return new SmallFreeList.Block(allocateFresh(accounts, bytes, purpose, stream), bytes, stream.handle(), isZero);
    }

    private SmallFreeList.@Nullable Block small(long bytes, StreamOrder stream, boolean isZero) {
        SmallFreeList.Block known = small.take(bytes, stream.handle(), isZero);
        if (known != null || !isZero || small.countSoiled(bytes, stream.handle()) < MOST_SOILED) {
            return known;
        }
        clearFreed(stream);
        return small.take(bytes, stream.handle(), true);
    }

    private Buffer adopted(
            MemoryPool accounts, SmallFreeList.Block block, long byteSize, String purpose, Runnable release) {
        try {
            return accounts.adopt(device.location(), block.address(), block.bytes(), byteSize, purpose, release);
        } catch (dev.sheaf.memory.MemoryLimitException limit) {
            free(block);
            throw limit;
        }
    }

    /// When the device is full, gives back what is kept here; then, as often as that frees anything, what may leave
    /// the device.
    private long allocateFresh(MemoryPool accounts, long bytes, String purpose, StreamOrder stream) {
        for (boolean trimmed = false; ; trimmed = true) {
            try {
                return allocateOnce(bytes, purpose, stream);
            } catch (CudaException failure) {
                if (!failure.isOutOfMemory() || (trimmed && accounts.reclaim(Tier.DEVICE, bytes) == 0)) {
                    throw failure;
                }
            }
            stream.synchronize();
            trim();
        }
    }

    private long allocateOnce(long bytes, String purpose, StreamOrder stream) {
        MemorySegment out = Scratch.words();
        long handle = stream.handle();
        device.check("cuMemAllocFromPoolAsync", () -> what(bytes, purpose), () ->
                (int) device.lib().cuMemAllocFromPoolAsync().invokeExact(out, bytes, pool, handle));
        return out.get(JAVA_LONG, 0);
    }

    private static String what(long bytes, String purpose) {
        return " of " + ByteSize.format(bytes) + " for \"" + purpose + "\"";
    }

    /// Clears the start of a block, in stream order.
    private void clear(SmallFreeList.Block block, long bytes) {
        long address = block.address();
        long stream = block.stream();
        device.check("cuMemsetD8Async", () ->
                (int) device.lib().cuMemsetD8Async().invokeExact(address, (byte) 0, bytes, stream));
    }

    /// Frees a block that is zero behind its first `bytes`.
    private void freeZeroed(SmallFreeList.Block block, long bytes) {
        if (!SmallFreeList.isSmall(block.bytes())) {
            free(block);
        } else if (device.lost().isPresent() || !small.keep(new SmallFreeList.Soiled(block, bytes))) {
            freeNow(block);
        }
    }

    private void free(SmallFreeList.Block block) {
        if (device.lost().isPresent()) {
            freeNow(block);
        } else if (!SmallFreeList.isSmall(block.bytes())) {
            large.keep(block).forEach(this::freeNow);
        } else if (!small.keep(block)) {
            freeNow(block);
        }
    }

    private void freeNow(SmallFreeList.Block block) {
        long address = block.address();
        long stream = block.stream();
        device.releaseCurrent(
                "cuMemFreeAsync", () -> (int) device.lib().cuMemFreeAsync().invokeExact(address, stream));
    }

    /// Gives memory that no buffer uses back to the device.
    public void trim() {
        closeKept();
        device.run(() -> device.check(
                "cuMemPoolTrimTo", () -> (int) device.lib().cuMemPoolTrimTo().invokeExact(pool, 0L)));
    }

    /// Bytes in buffers now, as the driver counts them.
    public long usedBytes() {
        return attribute(USED_MEM_CURRENT) - small.bytes() - large.bytes();
    }

    /// Bytes that the pool holds now, in buffers or for the next ones.
    public long reservedBytes() {
        return attribute(RESERVED_MEM_CURRENT);
    }

    private long attribute(int attribute) {
        return device.call(() -> {
            MemorySegment out = Scratch.words();
            device.check("cuMemPoolGetAttribute", () ->
                    (int) device.lib().cuMemPoolGetAttribute().invokeExact(pool, attribute, out));
            return out.get(JAVA_LONG, 0);
        });
    }
}
