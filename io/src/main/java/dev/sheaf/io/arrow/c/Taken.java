package dev.sheaf.io.arrow.c;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// An array of another library that was moved to us. It is released when it was closed and every hold has
/// ended, on the thread on which that happens. Holds are thread-safe.
public final class Taken implements AutoCloseable {
    private final MemorySegment struct;
    private final ArrayView array;
    private final AtomicInteger holds = new AtomicInteger();
    private final Runnable ours;

    /// Takes over a struct ArrowArray.
    Taken(MemorySegment struct) {
        this.struct = struct;
        this.ours = hold();
        this.array = view();
    }

    private ArrayView view() {
        try {
            return new ArrayView(struct);
        } catch (RuntimeException | Error failure) {
            ours.run();
            throw failure;
        }
    }

    /// Takes over the array at an address, from which it is moved.
    ///
    /// @throws IllegalArgumentException if it was released
    public static Taken at(long address) {
        return new Taken(Structs.moved(address, ArrayView.BYTES, ArrayView.RELEASE, "array"));
    }

    /// The array, as long as this is open or held.
    public ArrayView array() {
        return array;
    }

    /// Keeps the array until the result has run, which does nothing a second time.
    public Runnable hold() {
        holds.incrementAndGet();
        AtomicBoolean open = new AtomicBoolean(true);
        return () -> {
            if (open.compareAndSet(true, false) && holds.decrementAndGet() == 0) {
                Functions.release(struct, ArrayView.RELEASE);
            }
        };
    }

    /// Ends our own hold.
    @Override
    public void close() {
        ours.run();
    }
}
