package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.List;

/// Right rows by the hashes of their keys: for each slot the rows whose hash begins with its number, as chains that
/// rise.
///
/// ```
///   heads[hash's first bits] -> [ the other bits | whether there are more | first row ] -> next[row] -> ... -> NONE
/// ```
/// Number of the slot and head together hold the whole hash, so a first row is found, or told from the left one, by one
/// look at memory. Cost: 8 bytes of hash and 4 of chain a row, 16 to 32 of heads. Each thread makes the chains of its
/// share of the heads, so that chains are the same whatever thread is first.
final class HashIndex implements RightIndex {
    /// Stands for more than one row.
    private static final int SEVERAL = -2;

    private static final int CHUNK_ROWS = 1 << 16;
    private static final int BLOCK_ROWS = 1 << 10;

    private final List<JoinKey> keys;
    private final int rows;

    private final int rowBits;
    private final long more;

    /// No row's number has all bits of one.
    private final long empty;

    private final Closer memory = new Closer();
    private final Longs hashes;
    private final Ints next;
    private final Longs heads;

    private HashIndex(List<JoinKey> keys, int rows, QueryContext context) {
        this.keys = keys;
        this.rows = rows;
        this.rowBits = Long.SIZE - Long.numberOfLeadingZeros(rows);
        this.more = 1L << rowBits;
        this.empty = more - 1;
        try {
            this.hashes = Longs.of(memory.add(context.pool().allocate((long) rows * Long.BYTES, "hashes of a join"))
                    .segment());
            this.next = Ints.of(memory.add(context.pool().allocate((long) rows * Integer.BYTES, "chains of a join"))
                    .segment());
            this.heads = Longs.of(memory.add(context.pool().allocate(Long.BYTES * slots(), "heads of a join"))
                    .segment());
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// Two to four a row.
    private long slots() {
        return 2L << rowBits;
    }

    private long slot(long hash) {
        return hash >>> (Long.SIZE - 1 - rowBits);
    }

    private long head(long hash, int row) {
        return hash << (rowBits + 1) | row;
    }

    private int row(long head) {
        return (int) (head & empty);
    }

    private boolean isOf(long hash, long head) {
        return head != empty & (head ^ hash << (rowBits + 1)) >>> (rowBits + 1) == 0;
    }

    /// What an index of so many rows takes at most.
    static long bytes(long rows) {
        return rows * (Long.BYTES + Integer.BYTES + 4 * Long.BYTES);
    }

    /// @param columns those of the keys
    static HashIndex of(List<Column> columns, List<JoinKey> keys, int rows, QueryContext context) {
        HashIndex index = new HashIndex(keys, rows, context);
        try {
            index.hash(columns, context);
            int threads = rows < CHUNK_ROWS ? 1 : context.threads();
            Workers.forEach(context, threads, share -> index.chain(share, threads));
            return index;
        } catch (RuntimeException | Error failure) {
            index.close();
            throw failure;
        }
    }

    /// A row whose key is null in a way that equals nothing is in no chain: its `next` is the row itself.
    private void hash(List<Column> columns, QueryContext context) {
        Workers.forEach(context, Math.ceilDiv(rows, CHUNK_ROWS), chunk -> {
            int first = chunk * CHUNK_ROWS;
            int count = Math.min(CHUNK_ROWS, rows - first);
            KeyHashes chunkHashes = KeyHashes.of(columns, keys, first, count);
            put(chunkHashes.hashes(), first, hashes);
            for (int i = 0; i < count; i++) {
                next.put(first + i, NONE);
            }
            chunkHashes.nulls().stream().forEach(i -> next.put(first + i, first + i));
        });
    }

    private static void put(long[] chunk, int first, Longs hashes) {
        for (int i = 0; i < chunk.length; i++) {
            hashes.put(first + i, chunk[i]);
        }
    }

    /// Makes the chains of one of `shares` equal parts of the heads, from the last row to the first.
    private void chain(int share, int shares) {
        long from = slots() * share / shares;
        long to = slots() * (share + 1) / shares;
        for (long slot = from; slot < to; slot++) {
            heads.put(slot, empty);
        }
        int[] chosen = new int[BLOCK_ROWS];
        for (int end = rows; end > 0; end -= BLOCK_ROWS) {
            chain(chosen, choose(Math.max(0, end - BLOCK_ROWS), end, from, to, chosen));
        }
    }

    /// Writes the rows of `[first, end)` that belong to heads of `[from, to)`, from the last to the first, without a
    /// branch that depends on it; gives how many there are.
    private int choose(int first, int end, long from, long to, int[] chosen) {
        int count = 0;
        for (int row = end - 1; row >= first; row--) {
            long slot = slot(hash(row));
            chosen[count] = row;
            count += slot >= from & slot < to & next(row) == NONE ? 1 : 0;
        }
        return count;
    }

    /// Puts rows before those of their heads. No branch waits for a head, so that the waits for memory overlap.
    private void chain(int[] chosen, int count) {
        for (int i = 0; i < count; i++) {
            int row = chosen[i];
            long hash = hash(row);
            long behind = heads.get(slot(hash));
            long difference = behind ^ empty;
            long any = (difference | -difference) >> (Long.SIZE - 1);
            next.put(row, (int) ((row(behind) & any) | ~any));
            heads.put(slot(hash), head(hash, row) | (more & any));
        }
    }

    /// The heads of all rows are looked up before any chain is followed, so that the waits for memory overlap.
    @Override
    public int find(List<Column> columns, int from, int count, int most, RowPairs pairs) {
        KeyHashes keyHashes = KeyHashes.of(columns, keys, from, count);
        long[] found = new long[count];
        for (int i = 0; i < count; i++) {
            found[i] = heads.get(slot(keyHashes.hash(i)));
        }
        keyHashes.nulls().stream().forEach(i -> found[i] = empty);
        int[] only = new int[count];
        int several = follow(keyHashes.hashes(), found, only);
        int next = 0;
        for (int i = 0; i < count && several > 0 && pairs.count() < most; i++) {
            if (only[i] == SEVERAL) {
                pairs.addFound(from, only, next, i);
                addAll(from + i, keyHashes.hash(i), row(found[i]), pairs);
                several--;
                next = i + 1;
            }
        }
        if (pairs.count() < most) {
            pairs.addFound(from, only, next, count);
            next = count;
        }
        return next;
    }

    /// Writes the only row that has the hash of each left row, [#NONE] or [#SEVERAL]; gives how many have several. All
    /// chains are followed side by side, a row of each at a time, in loops without a branch on what is found.
    private int follow(long[] wanted, long[] found, int[] only) {
        int[] open = new int[found.length];
        int count = 0;
        for (int i = 0; i < found.length; i++) {
            only[i] = isOf(wanted[i], found[i]) ? row(found[i]) : NONE;
            open[count] = i;
            count += (int) ((found[i] & more) >>> rowBits);
        }
        int[] rows = new int[count];
        for (int j = 0; j < count; j++) {
            rows[j] = next(row(found[open[j]]));
        }
        int several = 0;
        while (count > 0) {
            int left = 0;
            for (int j = 0; j < count; j++) {
                int i = open[j];
                boolean same = hash(rows[j]) == wanted[i];
                boolean again = same & (only[i] != NONE);
                only[i] = again ? SEVERAL : same ? rows[j] : only[i];
                several += again ? 1 : 0;
                open[left] = i;
                rows[left] = next(rows[j]);
                left += again | (rows[left] == NONE) ? 0 : 1;
            }
            count = left;
        }
        return several;
    }

    /// Adds a pair for each row of a chain that has a hash.
    private void addAll(int left, long hash, int first, RowPairs pairs) {
        for (int match = first; match != NONE; match = next(match)) {
            if (hash(match) == hash) {
                pairs.add(left, match);
            }
        }
    }

    @Override
    public int knownKey() {
        return NO_KEY;
    }

    @Override
    public KeyFilter filter(QueryContext context) {
        HashedKeys filter = new HashedKeys(keys, rows, context);
        for (int row = 0; row < rows; row++) {
            if (next(row) != row) {
                filter.add(hash(row));
            }
        }
        return filter;
    }

    private int next(int row) {
        return next.get(row);
    }

    private long hash(int row) {
        return hashes.get(row);
    }

    @Override
    public void close() {
        memory.close();
    }
}
