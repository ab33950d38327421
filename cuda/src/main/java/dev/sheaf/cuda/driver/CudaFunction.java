package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.cuda.CudaException;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A kernel that can be launched.
public final class CudaFunction {
    // CUfunction_attribute
    private static final int MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;

    private final DeviceContext device;

    /// Reachable as long as this is, so that it stays loaded.
    @SuppressWarnings({"unused", "FieldCanBeLocal"})
    private final LoadedModule module;

    private final String name;
    private final long handle;
    private final Map<Long, Integer> blocks = new ConcurrentHashMap<>();
    private volatile int allowedBytes;

    private CudaFunction(DeviceContext device, LoadedModule module, String name, long handle) {
        this.device = device;
        this.module = module;
        this.name = name;
        this.handle = handle;
    }

    /// Call inside [DeviceContext#call].
    static CudaFunction of(DeviceContext device, LoadedModule module, String name) {
        return new CudaFunction(device, module, name, module.function(name));
    }

    /// Its name in the source.
    public String name() {
        return name;
    }

    /// Lets launches ask for up to `bytes` of dynamic shared memory; without this, up to 48 KiB. Call inside
    /// [DeviceContext#call].
    ///
    /// @throws CudaException if the device has less
    public void allowSharedBytes(int bytes) {
        if (bytes > allowedBytes) {
            allowMore(bytes);
        }
    }

    /// One thread at a time: fewer bytes, set behind more, would take these back.
    private synchronized void allowMore(int bytes) {
        if (bytes > allowedBytes) {
            device.check("cuFuncSetAttribute", " of " + bytes + " bytes of shared memory for " + name, () ->
                    (int) device.lib().cuFuncSetAttribute().invokeExact(handle, MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes));
            allowedBytes = bytes;
        }
    }

    /// How many blocks of `threads` threads with `dynamicSharedBytes` of shared memory a multiprocessor runs at
    /// once. Call inside [DeviceContext#call].
    public int blocksPerMultiprocessor(int threads, int dynamicSharedBytes) {
        return blocks.computeIfAbsent(
                (long) threads << Integer.SIZE | dynamicSharedBytes, _ -> askBlocks(threads, dynamicSharedBytes));
    }

    /// How many such blocks the whole device runs at once, at least one a multiprocessor. Call inside
    /// [DeviceContext#call].
    public long blocksAtOnce(int threads, int dynamicSharedBytes) {
        return (long) device.info().multiprocessors()
                * Math.max(blocksPerMultiprocessor(threads, dynamicSharedBytes), 1);
    }

    private int askBlocks(int threads, int dynamicSharedBytes) {
        MemorySegment out = Scratch.words();
        device.check("cuOccupancyMaxActiveBlocksPerMultiprocessor", " of " + name, () -> (int)
                device.lib().cuOccupancyMaxActiveBlocksPerMultiprocessor().invokeExact(out, handle, threads, (long)
                        dynamicSharedBytes));
        return out.get(JAVA_INT, 0);
    }

    /// For a launch, during which the module has to stay loaded: the function is kept until the stream is synchronised.
    long handle() {
        return handle;
    }
}
