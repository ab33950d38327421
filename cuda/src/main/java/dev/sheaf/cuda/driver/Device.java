package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.DeviceInfo;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// One GPU, opened: its primary context and its memory. [Stream#open] gives it work.
public final class Device extends DeviceContext {
    private final DeviceMemory memory;
    private final PinnedMemory pinned;
    private final StreamPool streams;

    private Device(LibCuda lib, DeviceInfo info, int device, long context) {
        super(lib, info, device, context);
        this.memory = new DeviceMemory(this);
        this.pinned = new PinnedMemory(this);
        this.streams = new StreamPool(this);
    }

    /// Retains the primary context of a device.
    static Device open(LibCuda lib, DeviceInfo info) {
        DriverErrors errors = new DriverErrors(lib);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment out = arena.allocate(JAVA_LONG);
            errors.check("cuDeviceGet", () -> (int) lib.cuDeviceGet().invokeExact(out, info.ordinal()));
            int device = out.get(JAVA_INT, 0);
            errors.check("cuDevicePrimaryCtxRetain", () ->
                    (int) lib.cuDevicePrimaryCtxRetain().invokeExact(out, device));
            Device opened = new Device(lib, info, device, out.get(JAVA_LONG, 0));
            opened.run(opened.memory::open);
            return opened;
        }
    }

    /// Its memory.
    public DeviceMemory memory() {
        return memory;
    }

    /// Host memory from which it copies at full speed.
    public PinnedMemory pinned() {
        return pinned;
    }

    StreamPool streams() {
        return streams;
    }

    /// Waits until the work that another library has put on a stream of its own is done: 1 is the legacy default
    /// stream, 2 that of the thread. Call inside [#call].
    ///
    /// @throws dev.sheaf.cuda.CudaException if some of it failed, or there is no such stream
    public void synchronize(long foreignStream) {
        check("cuStreamSynchronize", () -> (int) lib().cuStreamSynchronize().invokeExact(foreignStream));
    }

    /// Gives the context back. Nothing of this device may be in use.
    void close() {
        if (lost().isEmpty()) {
            run(() -> {
                memory.closeKept();
                streams.close();
                pinned.close();
                memory.close();
            });
        }
        releasePrimary();
    }
}
