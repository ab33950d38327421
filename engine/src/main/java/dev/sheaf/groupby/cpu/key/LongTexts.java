package dev.sheaf.groupby.cpu.key;

import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The bytes of texts of more than twelve, one behind the other.
///
/// One view has all of them. Where they outgrow it, each text gets a view of its own: two gigabytes of different texts
/// in one table are rare, and long.
final class LongTexts implements AutoCloseable {
    private final ByteHeap heap;
    private final long mostViewed;
    private long room;
    private @Nullable ByteBuffer all;

    /// Texts of which a view has at most so many bytes.
    LongTexts(MemoryPool pool, String purpose, long mostViewed) {
        this.heap = new ByteHeap(pool, purpose);
        this.mostViewed = mostViewed;
    }

    /// How many bytes there are.
    long size() {
        return heap.size();
    }

    /// All of them, sharing the memory; to be closed on its own.
    Buffer view() {
        return heap.view();
    }

    /// All of them, unless they are too many for a view; another view after [#append].
    @Nullable
    ByteBuffer all() {
        return all;
    }

    /// Adds a text and returns where it starts.
    long append(ByteBuffer bytes, int start, int size) {
        long place = heap.size();
        if (place + size > room) {
            grow(size);
        }
        heap.reserve(size);
        ByteBuffer target = all;
        if (target != null) {
            ByteRuns.copy(bytes, start, size, target, (int) place, target.limit());
        } else {
            at(place, size).put(0, bytes, start, size);
        }
        return place;
    }

    private void grow(int size) {
        long place = heap.reserve(size);
        heap.shrink(place);
        MemorySegment segment = heap.segment();
        room = heap.room();
        all = segment.byteSize() <= mostViewed ? Views.bytes(segment) : null;
    }

    /// Whether the text at a place is the one of as many bytes that is given.
    boolean isSame(long place, ByteBuffer bytes, int start, int size) {
        ByteBuffer own = all;
        return own != null
                ? ByteRuns.same(own, (int) place, bytes, start, size)
                : ByteRuns.same(at(place, size), 0, bytes, start, size);
    }

    /// Copies the text at a place to byte `to` of `target`, where nothing was written behind it yet.
    void copy(long place, int size, ByteBuffer target, int to) {
        ByteBuffer own = all;
        if (own != null) {
            ByteRuns.copy(own, (int) place, size, target, to, target.limit());
        } else {
            target.put(to, at(place, size), 0, size);
        }
    }

    private ByteBuffer at(long place, int size) {
        return Views.bytes(heap.segment(), place, size);
    }

    void clear() {
        heap.clear();
        room = heap.room();
    }

    @Override
    public void close() {
        heap.close();
    }
}
