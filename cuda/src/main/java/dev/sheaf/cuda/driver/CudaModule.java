package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.CudaException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;

/// Compiled kernels, loaded on a device.
///
/// Modules are shared by queries that come and go, so none of them can close one: a module is unloaded when
/// neither it nor a function of it is reachable. Whoever launches keeps the function until the stream is
/// synchronised.
public final class CudaModule {
    private static final Cleaner UNLOADER = Cleaner.create();

    private final DeviceContext device;
    private final long handle;

    private CudaModule(DeviceContext device, long handle) {
        this.device = device;
        this.handle = handle;
        UNLOADER.register(this, () -> unload(device, handle));
    }

    /// Loads a cubin, or PTX that the driver then compiles. Cost: some 100 us for a cubin.
    ///
    /// @throws CudaException if the image is not for this device
    public static CudaModule load(DeviceContext device, byte[] image) {
        return device.call(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment out = arena.allocate(JAVA_LONG);
                // PTX is text, which the driver reads up to a zero.
                MemorySegment terminated = arena.allocate(image.length + 1L, Long.BYTES);
                MemorySegment.copy(image, 0, terminated, JAVA_BYTE, 0, image.length);
                device.check("cuModuleLoadData", " of " + image.length + " bytes", () ->
                        (int) device.lib().cuModuleLoadData().invokeExact(out, terminated));
                return new CudaModule(device, out.get(JAVA_LONG, 0));
            }
        });
    }

    /// The kernel of a name, as `extern "C"` gives it.
    ///
    /// @throws CudaException if there is none
    public CudaFunction function(String name) {
        return device.call(() -> {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment out = arena.allocate(JAVA_LONG);
                MemorySegment symbol = arena.allocateFrom(name);
                device.check("cuModuleGetFunction", " of " + name, () ->
                        (int) device.lib().cuModuleGetFunction().invokeExact(out, handle, symbol));
                return CudaFunction.of(device, this, name, out.get(JAVA_LONG, 0));
            }
        });
    }

    private static void unload(DeviceContext device, long handle) {
        device.releaseCurrent(
                "cuModuleUnload", () -> (int) device.lib().cuModuleUnload().invokeExact(handle));
    }
}
