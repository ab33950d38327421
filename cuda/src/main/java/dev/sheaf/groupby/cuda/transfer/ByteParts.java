package dev.sheaf.groupby.cuda.transfer;

import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Location;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Pieces of host memory that become one run of bytes on the device.
final class ByteParts {
    private final List<Part> parts = new ArrayList<>();
    private long[] ends = new long[16];

    /// Bytes of a buffer.
    private record Part(MemorySegment bytes, long address, Buffer buffer) {
        boolean isPinned() {
            return buffer.owner().location() instanceof Location.Pinned;
        }

        /// Whether the next part lies right behind this one, as slices of one column do.
        boolean goesOnIn(Part next) {
            return buffer.owner() == next.buffer.owner() && address + bytes.byteSize() == next.address;
        }
    }

    /// Adds `size` bytes of a buffer from byte `start` on.
    void add(Buffer buffer, long start, long size) {
        if (size == 0) {
            return;
        }
        if (parts.size() == ends.length) {
            ends = Arrays.copyOf(ends, 2 * ends.length);
        }
        ends[parts.size()] = size() + size;
        parts.add(new Part(buffer.segment().asSlice(start, size), buffer.address() + start, buffer));
    }

    /// All bytes.
    long size() {
        return parts.isEmpty() ? 0 : ends[parts.size() - 1];
    }

    /// Copies everything to byte `offset` of a device buffer: pinned memory as it lies, in the longest runs.
    void send(Staging staging, Buffer target, long offset) {
        if (parts.stream().allMatch(Part::isPinned)) {
            sendRuns(staging, target, offset);
        } else {
            staging.fill(target, offset, size(), this::fill);
        }
    }

    private void sendRuns(Staging staging, Buffer target, long offset) {
        int first = 0;
        while (first < parts.size()) {
            int last = first;
            while (last + 1 < parts.size() && parts.get(last).goesOnIn(parts.get(last + 1))) {
                last++;
            }
            long start = start(first);
            staging.copyRun(parts.get(first).bytes(), ends[last] - start, target, offset + start);
            first = last + 1;
        }
    }

    private long start(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }

    private void fill(MemorySegment slab, long from, long bytes) {
        int found = Arrays.binarySearch(ends, 0, parts.size(), from);
        int part = found >= 0 ? found + 1 : -found - 1;
        long done = 0;
        while (done < bytes) {
            MemorySegment source = parts.get(part).bytes();
            long inside = from + done - start(part);
            long size = Math.min(source.byteSize() - inside, bytes - done);
            MemorySegment.copy(source, inside, slab, done, size);
            done += size;
            part++;
        }
    }
}
