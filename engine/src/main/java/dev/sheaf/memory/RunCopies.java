package dev.sheaf.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Copies runs of bytes one behind the other to the start of some memory, and not past its end, where others write.
public sealed interface RunCopies {
    /// Copies runs of `source`, by views where all fit one.
    static RunCopies of(RunMemory source, MemorySegment target) {
        boolean fits = target.byteSize() <= Views.MAX_BYTES;
        return fits && source instanceof RunMemory.Viewed(var _, ByteBuffer view)
                ? new Viewed(view, Views.bytes(target))
                : new Large(source.bytes(), target);
    }

    /// Copies the first `count` runs of a block to byte `first` on. Returns where the last one ends, and writes the
    /// ends of all over their starts.
    long copy(RunPlaces places, int count, long first);

    /// Between views.
    record Viewed(ByteBuffer source, ByteBuffer target) implements RunCopies {
        @Override
        public long copy(RunPlaces places, int count, long first) {
            int limit = target.limit();
            int end = (int) first;
            for (int i = 0; i < count; i++) {
                int size = (int) places.sizes[i];
                ByteRuns.copy(source, (int) places.starts[i], size, target, end, limit);
                end += size;
                places.starts[i] = end;
            }
            return end;
        }
    }

    /// Between memories of any size.
    record Large(MemorySegment source, MemorySegment target) implements RunCopies {
        @Override
        public long copy(RunPlaces places, int count, long first) {
            long end = first;
            for (int i = 0; i < count; i++) {
                long size = places.sizes[i];
                MemorySegment.copy(source, places.starts[i], target, end, size);
                end += size;
                places.starts[i] = end;
            }
            return end;
        }
    }
}
