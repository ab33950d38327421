package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Copies of host memory to a device that are under way on a stream.
///
/// Runs of pinned memory are copied as they are; everything else goes through a [SlabRing]. Call from one thread
/// inside [dev.sheaf.cuda.driver.Device#call].
public final class Staging implements AutoCloseable {
    /// Kernels may read so far behind the last byte.
    private static final int READABLE_BYTES = 16;

    private final MemoryPool accounts;
    private final Stream stream;
    private final SlabRing slabs;
    private boolean isDirect;
    private boolean hasMoved;
    private @Nullable Event done;

    /// Fills slabs by one thread.
    public Staging(MemoryPool accounts, Stream stream) {
        this(accounts, stream, SlabRing.Shape.of(1));
    }

    public Staging(MemoryPool accounts, Stream stream, SlabRing.Shape shape) {
        this.accounts = accounts;
        this.stream = stream;
        this.slabs = new SlabRing(accounts, stream, shape);
    }

    public Stream stream() {
        return stream;
    }

    /// Device memory for `bytes` bytes, 16 more of which may be read.
    ///
    /// @throws dev.sheaf.cuda.CudaException if the device has no room
    public Buffer room(long bytes, String purpose) {
        try (Buffer whole = stream.device().memory().allocate(accounts, bytes + READABLE_BYTES, purpose, stream)) {
            return whole.slice(0, bytes);
        }
    }

    /// Copies `bytes` bytes of pinned memory from the start of `first` on, which may go on behind it. They have to
    /// stay in place until a mark behind this is passed.
    void copyRun(MemorySegment first, long bytes, Buffer target, long offset) {
        stream.uploadRun(first, bytes, target, offset);
        isDirect = true;
    }

    /// Copies `bytes` bytes that `filler` gives, and whose sources have to stay in place until [#flush].
    public void fill(Buffer target, long offset, long bytes, SlabRing.Filler filler) {
        slabs.send(target, offset, bytes, filler);
    }

    /// Everything so far is under way, and nothing but pinned memory that is copied as it lies is needed any more.
    public void flush() {
        slabs.flush();
    }

    /// What was not flushed is not sent, and its sources are not needed any more.
    public void abandon() {
        slabs.abandon();
    }

    /// Something of rows that were copied before is written again or elsewhere.
    void moved() {
        hasMoved = true;
    }

    /// Whether rows were not complete once their copies were done.
    public boolean hasMoved() {
        return hasMoved;
    }

    /// Whether sources of copies since the last call have to stay until a mark behind them is passed; else they
    /// may go after [#flush].
    public boolean takeDirect() {
        boolean taken = isDirect;
        isDirect = false;
        return taken;
    }

    /// A mark behind everything that was flushed, to be closed by the caller.
    public Event mark() {
        Event mark = Event.of(stream.device());
        stream.record(mark);
        return mark;
    }

    /// Everything is under way; the mark behind it is this object's.
    public Event seal() {
        flush();
        Event mark = mark();
        done = mark;
        return mark;
    }

    /// Waits for the copies.
    @Override
    public void close() {
        try {
            slabs.close();
            if (done != null) {
                done.synchronize();
            } else if (isDirect) {
                stream.synchronize();
            }
        } finally {
            if (done != null) {
                done.close();
            }
        }
    }
}
