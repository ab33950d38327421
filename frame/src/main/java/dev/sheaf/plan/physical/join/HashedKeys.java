package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Longs;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.query.QueryContext;
import java.util.List;

/// Keys by their hashes: a Bloom filter.
///
/// A key is three bits of one word, so a look costs one cache line. With four keys a word or fewer, about one
/// hash in a hundred that was never added is taken for one that was. Cost: 2 to 4 bytes a row.
///
/// @see <a href="https://doi.org/10.1007/978-3-540-72845-0_9">Putze, Sanders, Singler: Cache-, Hash- and
///     Space-Efficient Bloom Filters, WEA 2007</a>, blocks of one word
final class HashedKeys implements KeyFilter {
    private static final int ROWS_A_WORD = 4;
    private static final int BIT_INDEX = 6;

    private final List<JoinKey> keys;
    private final Buffer buffer;
    private final Longs words;
    private final int shift;

    /// None so far, and room for those of so many rows.
    HashedKeys(List<JoinKey> keys, long rows, QueryContext context) {
        int bits = wordBits(rows);
        this.keys = keys;
        this.shift = Long.SIZE - bits;
        this.buffer = context.pool().allocateZeroed((long) Long.BYTES << bits, "key filter of a join");
        this.words = Longs.of(buffer.segment());
    }

    /// The keys of rows that come in batches.
    ///
    /// @param batches the columns of the keys
    static HashedKeys of(List<List<Column>> batches, List<JoinKey> keys, QueryContext context) {
        long rows = batches.stream().mapToLong(each -> each.getFirst().length()).sum();
        HashedKeys filter = new HashedKeys(keys, rows, context);
        try {
            batches.forEach(columns -> filter.addAll(columns, context));
            return filter;
        } catch (RuntimeException | Error failure) {
            filter.close();
            throw failure;
        }
    }

    private static int wordBits(long rows) {
        return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, rows / ROWS_A_WORD));
    }

    /// The memory that the keys of so many rows take.
    static long bytes(long rows) {
        return (long) Long.BYTES << wordBits(rows);
    }

    /// Adds the keys that equal something of all rows of key columns.
    private void addAll(List<Column> columns, QueryContext context) {
        long rows = columns.getFirst().length();
        for (long first = 0; first < rows; first += CHUNK_ROWS) {
            context.checkCancelled();
            KeyHashes hashes = KeyHashes.of(columns, keys, first, (int) Math.min(CHUNK_ROWS, rows - first));
            for (int row = 0; row < hashes.count(); row++) {
                if (!hashes.matchesNothing(row)) {
                    add(hashes.hash(row));
                }
            }
        }
    }

    void add(long hash) {
        long word = hash >>> shift;
        words.put(word, words.get(word) | bits(hash));
    }

    @Override
    public int select(List<Column> columns, int first, int count, int[] rows, int kept) {
        KeyHashes hashes = KeyHashes.of(columns, keys, first, count);
        int end = kept;
        for (int i = 0; i < count; i++) {
            if (mayHave(hashes.hash(i)) && !hashes.matchesNothing(i)) {
                rows[end++] = first + i;
            }
        }
        return end;
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
