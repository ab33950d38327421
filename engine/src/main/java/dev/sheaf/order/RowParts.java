package dev.sheaf.order;

import dev.sheaf.column.Tasks;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;

/// Rows put apart by the highest bits of a word of each, on all threads, until a part and a table of its words fit
/// the second-level cache. The rows of a part rise. Memory: 12 bytes a row. Cost: two reads of all words, and a write
/// of word and row number, at random among as many places as there are parts.
final class RowParts implements AutoCloseable {
    private static final String PURPOSE = "rows by part";
    private static final int CHUNKS = 16;
    private static final int BLOCK_ROWS = 1 << 10;
    private static final int PART_ROWS = 1 << 14;
    private static final int MOST_BITS = 11;

    private final Words source;
    private final int count;
    private final int bits;
    private final int[] ends;
    private final Buffer words;
    private final Buffer rows;
    private final Longs word;
    private final Ints row;

    /// Gives the words of the rows from `first` on.
    interface Words {
        void read(int first, int size, long[] words);
    }

    private RowParts(Words source, int count, int bits, MemoryPool pool) {
        this.source = source;
        this.count = count;
        this.bits = bits;
        this.ends = new int[1 << bits];
        try (Closer closer = new Closer()) {
            this.words = closer.add(pool.allocate((long) count * Long.BYTES, PURPOSE));
            this.rows = pool.allocate((long) count * Integer.BYTES, PURPOSE);
            this.word = Longs.of(words.segment());
            this.row = Ints.of(rows.segment());
            closer.release();
        }
    }

    /// How many bits put so many rows apart.
    static int bits(int count) {
        return Math.clamp(Integer.SIZE - 1 - Integer.numberOfLeadingZeros(count / PART_ROWS | 1), 0, MOST_BITS);
    }

    /// Puts `count` rows apart by so many bits of their words.
    static RowParts of(Words words, int count, int bits, MemoryPool pool, Tasks tasks) {
        try (Closer closer = new Closer()) {
            RowParts parts = closer.add(new RowParts(words, count, bits, pool));
            parts.distribute(tasks);
            closer.release();
            return parts;
        }
    }

    /// The number of rows in all parts.
    int rowCount() {
        return count;
    }

    /// The number of parts.
    int parts() {
        return ends.length;
    }

    /// Where a part begins among the words and rows; the number of rows for the one after the last.
    int start(int part) {
        return part == 0 ? 0 : ends[part - 1];
    }

    /// The words of all rows, int64, part by part.
    Longs words() {
        return word;
    }

    /// The numbers of all rows, int32, part by part.
    Ints rows() {
        return row;
    }

    private void distribute(Tasks tasks) {
        int[][] next = new int[CHUNKS][ends.length];
        tasks.forEach(CHUNKS, chunk -> count(chunk, next[chunk]));
        Distribution.toStarts(next, 0);
        tasks.forEach(CHUNKS, chunk -> scatter(chunk, next[chunk]));
        System.arraycopy(next[CHUNKS - 1], 0, ends, 0, ends.length);
    }

    private int chunk(int chunk) {
        return (int) ((long) count * chunk / CHUNKS);
    }

    private void count(int chunk, int[] counts) {
        inBlocks(chunk, (block, size, _) -> {
            for (int i = 0; i < size; i++) {
                counts[part(block[i], bits)]++;
            }
        });
    }

    private void scatter(int chunk, int[] next) {
        int[] places = new int[BLOCK_ROWS];
        inBlocks(chunk, (block, size, first) -> {
            for (int i = 0; i < size; i++) {
                places[i] = next[part(block[i], bits)]++;
            }
            write(block, places, size, words(), rows(), first);
        });
    }

    private static int part(long word, int bits) {
        return (int) (word >>> 1 >>> (Long.SIZE - 1 - bits));
    }

    private static void write(long[] block, int[] places, int size, Longs words, Ints rows, int first) {
        for (int i = 0; i < size; i++) {
            words.put(places[i], block[i]);
            rows.put(places[i], first + i);
        }
    }

    /// What is done with the words of some rows from `first` on.
    private interface Block {
        void take(long[] words, int size, int first);
    }

    private void inBlocks(int chunk, Block work) {
        long[] block = new long[BLOCK_ROWS];
        Checkpoint.inPieces(chunk(chunk), chunk(chunk + 1), (from, to) -> {
            for (int first = (int) from; first < to; first += BLOCK_ROWS) {
                int size = (int) Math.min(BLOCK_ROWS, to - first);
                source.read(first, size, block);
                work.take(block, size, first);
            }
        });
    }

    @Override
    public void close() {
        words.close();
        rows.close();
    }
}
