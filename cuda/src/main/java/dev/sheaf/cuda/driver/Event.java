package dev.sheaf.cuda.driver;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.CudaException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/// A mark that a [Stream] passes. Call inside [DeviceContext#call].
public final class Event implements AutoCloseable {
    /// CU_EVENT_DISABLE_TIMING: cheaper to record.
    private static final int UNTIMED = 2;

    private final DeviceContext device;
    private final long handle;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Event(DeviceContext device, long handle) {
        this.device = device;
        this.handle = handle;
    }

    /// A mark to wait for.
    public static Event of(DeviceContext device) {
        return create(device, UNTIMED);
    }

    /// A mark that knows when it was passed.
    public static Event timed(DeviceContext device) {
        return create(device, 0);
    }

    private static Event create(DeviceContext device, int flags) {
        return device.call(() -> {
            MemorySegment out = Scratch.words();
            device.check(
                    "cuEventCreate", () -> (int) device.lib().cuEventCreate().invokeExact(out, flags));
            return new Event(device, out.get(JAVA_LONG, 0));
        });
    }

    /// Waits until the stream that recorded it last has passed it.
    ///
    /// @throws CudaException if work before it failed
    public void synchronize() {
        device.check("cuEventSynchronize", () ->
                (int) device.lib().cuEventSynchronize().invokeExact(handle));
    }

    /// The time between two timed marks that were passed, in milliseconds, to about half a microsecond.
    public double millisSince(Event earlier) {
        MemorySegment out = Scratch.words();
        device.check("cuEventElapsedTime", () ->
                (int) device.lib().cuEventElapsedTime().invokeExact(out, earlier.handle, handle));
        return out.get(JAVA_FLOAT, 0);
    }

    /// Gives the mark back; a second call does nothing. Possible anywhere, also before it is passed.
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            device.releaseCurrent(
                    "cuEventDestroy", () -> (int) device.lib().cuEventDestroy().invokeExact(handle));
        }
    }

    long handle() {
        if (!open.get()) {
            throw new IllegalStateException("the event is closed");
        }
        return handle;
    }
}
