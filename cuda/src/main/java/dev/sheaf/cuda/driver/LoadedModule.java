package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Cleaner;

/// A module of the driver, unloaded when nobody reaches this.
final class LoadedModule {
    private static final Cleaner UNLOADER = Cleaner.create();

    private final DeviceContext device;
    private final long handle;

    private LoadedModule(DeviceContext device, long handle) {
        this.device = device;
        this.handle = handle;
        UNLOADER.register(this, () -> unload(device, handle));
    }

    /// Loads a cubin or PTX. Call inside [DeviceContext#call].
    ///
    /// @throws dev.sheaf.cuda.CudaException if the image is not for this device
    static LoadedModule load(DeviceContext device, byte[] image) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            // PTX is text, which the driver reads up to a zero.
            MemorySegment terminated = arena.allocate(image.length + 1L, Long.BYTES);
            MemorySegment.copy(image, 0, terminated, JAVA_BYTE, 0, image.length);
            device.check("cuModuleLoadData", " of " + image.length + " bytes", () ->
                    (int) device.lib().cuModuleLoadData().invokeExact(out, terminated));
            return new LoadedModule(device, out.get(JAVA_LONG, 0));
        }
    }

    /// The handle of a function. Call inside [DeviceContext#call].
    ///
    /// @throws dev.sheaf.cuda.CudaException if there is none of that name
    long function(String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            MemorySegment symbol = arena.allocateFrom(name);
            device.check("cuModuleGetFunction", " of " + name, () ->
                    (int) device.lib().cuModuleGetFunction().invokeExact(out, handle, symbol));
            return out.get(JAVA_LONG, 0);
        }
    }

    private static void unload(DeviceContext device, long handle) {
        device.releaseCurrent(
                "cuModuleUnload", () -> (int) device.lib().cuModuleUnload().invokeExact(handle));
    }
}
