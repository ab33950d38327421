package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.CudaException;
import dev.sheaf.cuda.driver.Event;
import dev.sheaf.cuda.driver.PinnedMemory;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Copies of host memory to a device that are under way, and what has to stay in place until they are done.
///
/// Pinned sources are copied as they are, at link speed. Large pageable ones are pinned for the time of the copy,
/// which takes about half the time of letting the driver copy them; small ones are not worth that. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
final class Staging implements AutoCloseable {
    /// From so many bytes on, pageable memory is pinned for its copy.
    private static final long REGISTERED_BYTES = 32L << 20;

    /// Kernels may read so far behind the last byte.
    private static final int READABLE_BYTES = 16;

    private final MemoryPool accounts;
    private final Stream stream;
    private final List<Buffer> pinned = new ArrayList<>();
    private final List<PinnedMemory.Registration> registrations = new ArrayList<>();
    private @Nullable Event done;

    Staging(MemoryPool accounts, Stream stream) {
        this.accounts = accounts;
        this.stream = stream;
    }

    Stream stream() {
        return stream;
    }

    MemoryPool accounts() {
        return accounts;
    }

    /// Device memory for `bytes` bytes, 16 more of which may be read.
    Buffer room(long bytes, String purpose) {
        try (Buffer whole = stream.device().memory().allocate(accounts, bytes + READABLE_BYTES, purpose, stream)) {
            return whole.slice(0, bytes);
        }
    }

    /// A copy of the first `bytes` bytes of a segment that lies in a buffer, in stream order.
    ///
    /// @throws CudaException if the device has no room
    Buffer upload(MemorySegment source, Buffer owner, long bytes, String purpose) {
        Buffer copy = room(bytes, purpose);
        try {
            uploadRun(source.asSlice(0, bytes), bytes, owner, copy, 0);
            return copy;
        } catch (RuntimeException | Error failure) {
            copy.close();
            throw failure;
        }
    }

    /// Copies `bytes` bytes from the start of `first` on, which may go on behind it in buffers of the same place.
    void uploadRun(MemorySegment first, long bytes, Buffer owner, Buffer target, long offset) {
        boolean isPinned = owner.owner().location() instanceof Location.Pinned;
        if (!isPinned && bytes >= REGISTERED_BYTES) {
            register(first, bytes);
        }
        stream.uploadRun(first, bytes, target, offset);
    }

    /// Pinning may be refused, by a limit of the process for example; the copy is then slower, and right.
    private void register(MemorySegment first, long bytes) {
        try {
            registrations.add(stream.device().pinned().registerRun(first, bytes));
        } catch (CudaException refused) {
            if (refused.isDeviceLost()) {
                throw refused;
            }
        }
    }

    /// Pinned memory to be filled and uploaded; it stays until this is closed.
    Buffer scratch(long bytes, String purpose) {
        Buffer buffer = stream.device().pinned().allocate(accounts, bytes, purpose);
        pinned.add(buffer);
        return buffer;
    }

    /// Uploads what was put into a scratch buffer.
    Buffer upload(Buffer scratch, String purpose) {
        return upload(scratch.segment(), scratch, scratch.byteSize(), purpose);
    }

    /// Everything is under way: other streams may wait for it, and closing waits for no more than this.
    void seal(Stream other) {
        Event mark = Event.of(stream.device());
        done = mark;
        stream.record(mark);
        other.waitFor(mark);
    }

    /// Waits for the copies, if anything has to stay in place for them.
    @Override
    public void close() {
        Event mark = done;
        try {
            if (mark != null) {
                mark.synchronize();
            } else if (!pinned.isEmpty() || !registrations.isEmpty()) {
                stream.synchronize();
            }
        } finally {
            if (mark != null) {
                mark.close();
            }
            pinned.forEach(Buffer::close);
            registrations.forEach(PinnedMemory.Registration::close);
            pinned.clear();
            registrations.clear();
        }
    }
}
