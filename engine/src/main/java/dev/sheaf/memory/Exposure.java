package dev.sheaf.memory;

import java.util.concurrent.atomic.AtomicBoolean;

/// That the address of some bytes was handed out, to a library or a device, say. Lasts until it is closed;
/// one that is never closed lasts as long as the bytes.
///
/// Marks and checks nothing more: whoever shares or writes bytes asks [BufferOwner#isExposed()]. An
/// exposure is no view and keeps no bytes alive.
public final class Exposure implements AutoCloseable {
    private final BufferOwner owner;
    private final AtomicBoolean open = new AtomicBoolean(true);

    private Exposure(BufferOwner owner) {
        this.owner = owner;
    }

    /// Marks the owner of a view as exposed.
    public static Exposure of(Buffer view) {
        view.owner().expose();
        return new Exposure(view.owner());
    }

    /// Ends the exposure; a second call does nothing.
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            owner.endExposure();
        }
    }
}
