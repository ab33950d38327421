package dev.sheaf.cuda.driver;

import dev.sheaf.cuda.driver.SmallFreeList.Block;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Large blocks of device memory that were freed and wait for a request of just their size on the same stream, as a
/// query has that is asked again: each costs the driver's pool some microseconds to get and to give back.
///
/// Those that have waited longest are given back when all are too many or too large together. Thread-safe.
final class LargeFreeList {
    private static final int MOST_BLOCKS = 64;

    private final long mostBytes;
    private final Deque<Block> waiting = new ArrayDeque<>();
    private long bytes;

    /// Keeps up to `mostBytes` bytes.
    LargeFreeList(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized @Nullable Block take(long wanted, long stream) {
        Iterator<Block> latestFirst = waiting.descendingIterator();
        while (latestFirst.hasNext()) {
            Block block = latestFirst.next();
            if (block.bytes() == wanted && block.stream() == stream) {
                latestFirst.remove();
                bytes -= wanted;
                return block;
            }
        }
        return null;
    }

    /// Keeps a block, and gives those that have to be freed instead, which may be this one.
    synchronized List<Block> keep(Block block) {
        waiting.addLast(block);
        bytes += block.bytes();
        List<Block> tooMany = new ArrayList<>();
        while (bytes > mostBytes || waiting.size() > MOST_BLOCKS) {
            Block oldest = waiting.removeFirst();
            bytes -= oldest.bytes();
            tooMany.add(oldest);
        }
        return tooMany;
    }

    /// Bytes of all blocks that wait.
    synchronized long bytes() {
        return bytes;
    }

    synchronized List<Block> takeAll() {
        List<Block> all = List.copyOf(waiting);
        waiting.clear();
        bytes = 0;
        return all;
    }
}
