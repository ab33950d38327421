package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Longs;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// Whether some row of one side of a join may have a key, told by the key's hash: a Bloom filter.
///
/// A key is three bits of one word, so a look costs one cache line. With four keys a word or fewer, about one
/// hash in a hundred that was never added is taken for one that was.
///
/// Cost: 2 to 4 bytes a row. Filled by one thread, then read by any number.
///
/// @see <a href="https://doi.org/10.1007/978-3-540-72845-0_9">Putze, Sanders, Singler: Cache-, Hash- and
///     Space-Efficient Bloom Filters, WEA 2007</a>, blocks of one word
public final class KeyFilter implements AutoCloseable {
    private static final int ROWS_A_WORD = 4;
    private static final int BIT_INDEX = 6;

    /// A filter takes no more than this part of the free memory.
    private static final int MEMORY_SHARE = 8;

    private final Buffer buffer;
    private final Longs words;
    private final int shift;

    /// An empty filter with room for so many keys.
    KeyFilter(long rows, QueryContext context) {
        int bits = wordBits(rows);
        this.shift = Long.SIZE - bits;
        this.buffer = context.pool().allocate((long) Long.BYTES << bits, "key filter of a join");
        buffer.segment().fill((byte) 0);
        this.words = Longs.of(buffer.segment());
    }

    private static int wordBits(long rows) {
        return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, rows / ROWS_A_WORD));
    }

    /// Whether there is memory to spare for a filter of so many keys.
    public static boolean fits(long rows, QueryContext context) {
        long free = context.pool().limitBytes() - context.pool().usedBytes();
        return (long) Long.BYTES << wordBits(rows) <= free / MEMORY_SHARE;
    }

    /// The keys of left rows of a join that may have a partner.
    public static KeyFilter of(List<Table> left, JoinShape shape, QueryContext context) {
        KeyFilter filter =
                new KeyFilter(left.stream().mapToLong(Table::rowCount).sum(), context);
        try {
            ExtraColumns keys = shape.leftKeys();
            for (Table batch : left) {
                context.checkCancelled();
                try (Table extended = keys.step().apply(batch, context)) {
                    filter.addAll(KeyHashes.of(keys.of(extended), shape.keys(), 0, Math.toIntExact(batch.rowCount())));
                }
            }
            return filter;
        } catch (RuntimeException | Error failure) {
            filter.close();
            throw failure;
        }
    }

    /// Adds the keys that equal something.
    void addAll(KeyHashes hashes) {
        for (int row = 0; row < hashes.count(); row++) {
            if (!hashes.matchesNothing(row)) {
                add(hashes.hash(row));
            }
        }
    }

    void add(long hash) {
        long word = hash >>> shift;
        words.put(word, words.get(word) | bits(hash));
    }

    /// False if no such hash was added.
    boolean mayHave(long hash) {
        long bits = bits(hash);
        return (words.get(hash >>> shift) & bits) == bits;
    }

    /// The low bits of a hash; its word is told by the high ones.
    private static long bits(long hash) {
        return 1L << hash | 1L << (hash >>> BIT_INDEX) | 1L << (hash >>> (2 * BIT_INDEX));
    }

    @Override
    public void close() {
        buffer.close();
    }
}
