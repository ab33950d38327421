package dev.sheaf.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Free slabs by size class. Slabs below [#CHUNKED_BYTES] are carved from chunks, larger ones have an arena each.
final class SlabCache {
    /// From here on a slab is worth an arena of its own (opening and closing one costs about 70 us).
    private static final long CHUNKED_BYTES = 64 << 10;

    private static final long CHUNK_BYTES = 1 << 20;

    private final Deque<Slab>[] free = newDeques();
    private final AtomicLong cachedBytes = new AtomicLong();
    private final Object chunkLock = new Object();
    private @Nullable MemorySegment chunk;
    private long chunkUsed;
    private long chunkBytes;
    private volatile boolean retired;
    private final MemoryHost host;

    SlabCache(MemoryHost host) {
        this.host = host;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Deque<Slab>[] newDeques() {
        Deque<Slab>[] deques = new Deque[SizeClasses.COUNT];
        for (int i = 0; i < deques.length; i++) {
            deques[i] = new ArrayDeque<>();
        }
        return deques;
    }

    long cachedBytes() {
        return cachedBytes.get();
    }

    @Nullable
    Slab poll(int sizeClass) {
        Deque<Slab> deque = free[sizeClass];
        synchronized (deque) {
            Slab slab = deque.pollLast();
            if (slab != null) {
                cachedBytes.addAndGet(-slab.byteSize());
            }
            return slab;
        }
    }

    void offer(Slab slab) {
        if (retired) {
            free(slab);
            return;
        }
        Deque<Slab> deque = free[slab.sizeClass()];
        synchronized (deque) {
            deque.addLast(slab);
            cachedBytes.addAndGet(slab.byteSize());
        }
    }

    /// A slab that was not there before; null if the host gives no memory for it.
    @Nullable
    Slab fresh(int sizeClass) {
        long size = SizeClasses.sizeOf(sizeClass);
        if (size < CHUNKED_BYTES) {
            MemorySegment carved = carve(size);
            return carved == null ? null : new Slab(carved, sizeClass, null);
        }
        if (!host.grow(size)) {
            return null;
        }
        Arena arena = Arena.ofShared();
        try {
            return new Slab(arena.allocate(size, SizeClasses.MIN_BYTES), sizeClass, arena);
        } catch (RuntimeException | Error failure) {
            arena.close();
            host.shrink(size);
            throw failure;
        }
    }

    /// Returns a slab's memory, if it can be returned.
    void free(Slab slab) {
        if (slab.free()) {
            host.shrink(slab.byteSize());
        }
    }

    /// Frees cached slabs with arenas of their own, largest first, until `bytes` are freed or none is left; returns
    /// how many bytes were freed.
    long trim(long bytes) {
        long left = bytes;
        int smallest = SizeClasses.classOf(CHUNKED_BYTES);
        for (int sizeClass = SizeClasses.COUNT - 1; sizeClass >= smallest && left > 0; sizeClass--) {
            Slab slab;
            while (left > 0 && (slab = poll(sizeClass)) != null) {
                left -= slab.byteSize();
                free(slab);
            }
        }
        return bytes - left;
    }

    /// From now on released slabs go straight to the operating system.
    void retire() {
        retired = true;
        trim(Long.MAX_VALUE);
        synchronized (chunkLock) {
            host.shrink(chunkBytes);
            chunkBytes = 0;
        }
    }

    /// Chunks are freed by the collector when the pool and every segment carved from them are unreachable.
    private @Nullable MemorySegment carve(long size) {
        synchronized (chunkLock) {
            if (chunk == null || chunkUsed + size > CHUNK_BYTES) {
                if (!host.grow(CHUNK_BYTES)) {
                    return null;
                }
                chunkBytes += CHUNK_BYTES;
                chunk = Arena.ofAuto().allocate(CHUNK_BYTES, SizeClasses.MIN_BYTES);
                chunkUsed = 0;
            }
            MemorySegment carved = chunk.asSlice(chunkUsed, size);
            chunkUsed += size;
            return carved;
        }
    }
}
