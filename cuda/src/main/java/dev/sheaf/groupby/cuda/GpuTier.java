package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.PinnedMemory;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import dev.sheaf.spill.DeviceTier;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// The memory of a GPU as the home of tables, which leave it while it is short. Every copy has a stream of its own
/// and is waited for.
record GpuTier(Device device) implements DeviceTier {
    /// What kernels may read behind a column.
    private static final int READABLE_BYTES = 16;

    @Override
    public Buffer allocate(MemoryPool pool, long byteSize, String purpose) {
        return device.call(() -> {
            try (Stream stream = Stream.open(device);
                    Buffer whole = device.memory().allocate(pool, byteSize + READABLE_BYTES, purpose, stream)) {
                return whole.slice(0, byteSize);
            }
        });
    }

    @Override
    public void download(Buffer from, MemorySegment host, long byteSize) {
        onStream(stream -> stream.download(from, 0, host.asSlice(0, byteSize)));
    }

    @Override
    public void upload(MemorySegment host, Buffer to, long byteSize) {
        onStream(stream -> stream.upload(host.asSlice(0, byteSize), to, 0));
    }

    private void onStream(Consumer<Stream> copy) {
        device.run(() -> {
            try (Stream stream = Stream.open(device)) {
                copy.accept(stream);
                stream.synchronize();
            }
        });
    }

    /// Pinned memory for no more than would be kept for reuse anyway, since pinning is slow and takes memory from
    /// everybody; ordinary memory beyond that.
    @Override
    public Buffer allocateHost(MemoryPool pool, long byteSize, String purpose) {
        if (pool.usedBytes(Tier.PINNED) + byteSize <= PinnedMemory.MAX_CACHED_BYTES) {
            try {
                return device.pinned().allocate(pool, byteSize, purpose);
            } catch (CudaException | MemoryLimitException refused) {
                return pool.allocate(byteSize, purpose);
            }
        }
        return pool.allocate(byteSize, purpose);
    }
}
