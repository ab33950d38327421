package dev.sheaf.cuda.driver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Small blocks of device memory that were freed and wait for the next request of their size on the same stream;
/// work on a stream is done in order, so nobody has to wait for those who had a block before. Thread-safe.
final class SmallFreeList {
    /// The largest block that is kept.
    static final long MAX_BYTES = 16 << 20;

    private static final long MAX_KEPT_BYTES = 256 << 20;

    /// A block and the stream on which it is free, and whether it is all zeros then.
    record Block(long address, long bytes, long stream, boolean isZero) {}

    /// A block that was all zeros; its first `bytes` may have been written to since.
    record Soiled(Block block, long bytes) {}

    /// The blocks of one stream by the power of two that is their size, those of zeros behind the others, and those
    /// that have to be cleared to be zeros again.
    private static final class Shelves {
        private final long stream;
        private final List<Deque<Block>> blocks = new ArrayList<>();
        private final Deque<Soiled> soiled = new ArrayDeque<>(4);

        Shelves(long stream) {
            this.stream = stream;
            for (int i = 0; i < 2 * Long.SIZE; i++) {
                blocks.add(new ArrayDeque<>(2));
            }
        }

        Deque<Block> of(long bytes, boolean isZero) {
            return blocks.get(Long.numberOfTrailingZeros(bytes) + (isZero ? Long.SIZE : 0));
        }
    }

    private final Map<Long, Shelves> streams = new HashMap<>();

    /// Those of the stream that was asked for last.
    private @Nullable Shelves latest;

    private long bytes;

    /// The size of the block for a request: small ones are powers of two.
    static long rounded(long bytes) {
        return bytes > MAX_BYTES ? bytes : Long.highestOneBit(Math.max(bytes - 1, 1)) << 1;
    }

    /// Whether a block of so many bytes may be kept.
    static boolean isSmall(long bytes) {
        return bytes <= MAX_BYTES;
    }

    synchronized @Nullable Block take(long wanted, long stream, boolean isZero) {
        Shelves shelves = of(stream);
        Block block = shelves == null ? null : shelves.of(wanted, isZero).pollLast();
        if (block != null) {
            bytes -= block.bytes();
        }
        return block;
    }

    /// Whether the block is kept.
    synchronized boolean keep(Block block) {
        if (bytes + block.bytes() > MAX_KEPT_BYTES) {
            return false;
        }
        shelves(block).of(block.bytes(), block.isZero()).addLast(block);
        return true;
    }

    /// The same as [#keep], for a block that has to be cleared before it is used again.
    synchronized boolean keep(Soiled soiled) {
        Block block = soiled.block();
        if (bytes + block.bytes() > MAX_KEPT_BYTES) {
            return false;
        }
        shelves(block).soiled.addLast(soiled);
        return true;
    }

    /// Where a block is kept, which counts from now on.
    private Shelves shelves(Block block) {
        bytes += block.bytes();
        Shelves known = of(block.stream());
        return known != null ? known : streams.computeIfAbsent(block.stream(), Shelves::new);
    }

    private @Nullable Shelves of(long stream) {
        if (latest == null || latest.stream != stream) {
            latest = streams.get(stream);
        }
        return latest;
    }

    /// How many blocks of a size have to be cleared.
    synchronized int countSoiled(long wanted, long stream) {
        Shelves shelves = of(stream);
        int count = 0;
        if (shelves != null) {
            for (Soiled soiled : shelves.soiled) {
                count += soiled.block().bytes() == wanted ? 1 : 0;
            }
        }
        return count;
    }

    /// A block that has to be cleared, the one that has waited longest.
    synchronized @Nullable Soiled takeSoiled(long stream) {
        Shelves shelves = of(stream);
        Soiled soiled = shelves == null ? null : shelves.soiled.pollFirst();
        if (soiled != null) {
            bytes -= soiled.block().bytes();
        }
        return soiled;
    }

    /// Bytes of all blocks that wait.
    synchronized long bytes() {
        return bytes;
    }

    synchronized List<Block> takeAll() {
        List<Block> all = new ArrayList<>();
        for (Shelves shelves : streams.values()) {
            shelves.blocks.forEach(all::addAll);
            shelves.soiled.forEach(soiled -> all.add(soiled.block()));
        }
        streams.clear();
        latest = null;
        bytes = 0;
        return all;
    }
}
