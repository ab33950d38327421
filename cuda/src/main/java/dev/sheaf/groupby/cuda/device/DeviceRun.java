package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// What one query works with on a device: kernels, a stream and where its memory is accounted. Use inside
/// [Device#call].
public record DeviceRun(Kernels kernels, MemoryPool accounts, Stream stream) {
    private static final int THREADS = 256;
    private static final int STAGED_BYTES = 1 << 16;

    public Device device() {
        return stream.device();
    }

    /// Device memory with undefined contents.
    public Buffer allocate(long bytes, String purpose) {
        return device().memory().allocate(accounts, bytes, purpose, stream);
    }

    /// Device memory in which every byte is `value`.
    public Buffer filled(long bytes, int value, String purpose) {
        Buffer buffer = allocate(bytes, purpose);
        try {
            stream.fill(buffer, 0, bytes, (byte) value);
            return buffer;
        } catch (RuntimeException | Error failure) {
            buffer.close();
            throw failure;
        }
    }

    /// Launches a function with a thread for each of `items`.
    public void each(Specialization kernel, String function, long items, long... arguments) {
        if (items > 0) {
            int blocks = Math.toIntExact((items + THREADS - 1) / THREADS);
            stream.launch(kernels.kernel(kernel).function(function), new LaunchShape(blocks, THREADS), arguments);
        }
    }

    /// A copy of a small piece of host memory, which may change as soon as this returns.
    public Buffer small(MemorySegment contents, String purpose) {
        Buffer buffer = allocate(contents.byteSize(), purpose);
        try {
            stream.upload(contents, buffer, 0);
            return buffer;
        } catch (RuntimeException | Error failure) {
            buffer.close();
            throw failure;
        }
    }

    /// Copies device memory into `target` and waits, by way of pinned memory if it is little.
    public void fetch(Buffer source, MemorySegment target) {
        if (target.byteSize() > STAGED_BYTES) {
            stream.download(source, 0, target);
            stream.synchronize();
            return;
        }
        try (Buffer pinned = device().pinned().allocate(accounts, target.byteSize(), "fetched words")) {
            MemorySegment copy = pinned.segment().asSlice(0, target.byteSize());
            stream.download(source, 0, copy);
            stream.synchronize();
            target.copyFrom(copy);
        }
    }
}
