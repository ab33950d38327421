package dev.sheaf.spill;

import java.util.Map;
import java.util.TreeMap;

/// The unused stretches of a file. Takes the first that is large enough, else room at the end.
final class FreeSpace {
    private final TreeMap<Long, Long> free = new TreeMap<>();
    private long end;

    /// Where `bytes` bytes may lie.
    long take(long bytes) {
        if (bytes == 0) {
            return 0;
        }
        for (Map.Entry<Long, Long> stretch : free.entrySet()) {
            if (stretch.getValue() >= bytes) {
                long offset = stretch.getKey();
                long left = stretch.getValue() - bytes;
                free.remove(offset);
                if (left > 0) {
                    free.put(offset + bytes, left);
                }
                return offset;
            }
        }
        long offset = end;
        end += bytes;
        return offset;
    }

    /// Gives bytes back; neighbours become one stretch, and one at the end shortens the file.
    void give(long offset, long bytes) {
        if (bytes == 0) {
            return;
        }
        long from = offset;
        long to = offset + bytes;
        Map.Entry<Long, Long> before = free.floorEntry(offset);
        if (before != null && before.getKey() + before.getValue() == offset) {
            from = before.getKey();
        }
        Long after = free.remove(to);
        if (after != null) {
            to += after;
        }
        if (to == end) {
            free.remove(from);
            end = from;
        } else {
            free.put(from, to - from);
        }
    }

    /// The length of the file.
    long end() {
        return end;
    }
}
