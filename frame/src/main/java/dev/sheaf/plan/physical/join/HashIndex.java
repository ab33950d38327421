package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/// Right rows by the hashes of their keys: for each slot the rows whose hash begins with its number, as chains that
/// rise.
///
/// ```
///   heads[hash's high bits] -> [ hash's low half | whether there are more | first row ] -> next[row] -> ... -> NONE
/// ```
/// A row that is alone in its slot is found, or told from a left one, by one look at memory. Cost: 8 bytes of hash and
/// 4 of chain a row, 8 to 16 of heads. Each thread makes the chains of its share of the heads, so that chains are the
/// same whatever thread is first.
final class HashIndex implements RightIndex {
    private static final long EMPTY = -1;
    private static final long MORE = 1L << 31;
    private static final int ROW = Integer.MAX_VALUE;
    private static final int CHUNK_ROWS = 1 << 16;

    private final List<JoinKey> keys;
    private final boolean isExact;
    private final int rows;
    private final int shift;
    private final List<Buffer> buffers = new ArrayList<>();
    private final MemorySegment hashes;
    private final MemorySegment next;
    private final MemorySegment heads;

    private HashIndex(List<JoinKey> keys, boolean isExact, int rows, QueryContext context) {
        this.keys = keys;
        this.isExact = isExact;
        this.rows = rows;
        int bits = slotBits(rows);
        this.shift = Long.SIZE - bits;
        try {
            this.hashes = allocate((long) rows * Long.BYTES, "hashes of a join", context);
            this.next = allocate((long) rows * Integer.BYTES, "chains of a join", context);
            this.heads = allocate((long) Long.BYTES << bits, "heads of a join", context);
            heads.fill((byte) EMPTY);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// One to two slots a row.
    private static int slotBits(long rows) {
        return Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(rows));
    }

    /// What an index of so many rows takes at most.
    static long bytes(long rows) {
        return rows * (Long.BYTES + Integer.BYTES + 2 * Long.BYTES);
    }

    private MemorySegment allocate(long bytes, String purpose, QueryContext context) {
        Buffer buffer = context.pool().allocate(bytes, purpose);
        buffers.add(buffer);
        return buffer.segment();
    }

    /// @param columns those of the keys
    /// @param isExact whether different keys have different hashes, and nobody compares the keys of pairs
    static HashIndex of(List<Column> columns, List<JoinKey> keys, boolean isExact, int rows, QueryContext context) {
        HashIndex index = new HashIndex(keys, isExact, rows, context);
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
            for (int i = 0; i < count; i++) {
                int row = first + i;
                hashes.setAtIndex(ValueLayout.JAVA_LONG, row, chunkHashes.hash(i));
                next.setAtIndex(ValueLayout.JAVA_INT, row, chunkHashes.matchesNothing(i) ? row : NONE);
            }
        });
    }

    /// Makes the chains of one of `shares` equal parts of the heads, from the last row to the first.
    private void chain(int share, int shares) {
        long slots = 1L << (Long.SIZE - shift);
        long from = slots * share / shares;
        long to = slots * (share + 1) / shares;
        for (int row = rows - 1; row >= 0; row--) {
            long hash = hash(row);
            long slot = hash >>> shift;
            if (slot >= from && slot < to && next(row) == NONE) {
                long head = heads.getAtIndex(ValueLayout.JAVA_LONG, slot);
                long entry = hash << Integer.SIZE | row;
                if (head != EMPTY) {
                    next.setAtIndex(ValueLayout.JAVA_INT, row, row(head));
                    entry |= MORE;
                }
                heads.setAtIndex(ValueLayout.JAVA_LONG, slot, entry);
            }
        }
    }

    private static int row(long head) {
        return (int) head & ROW;
    }

    /// The heads of all rows are looked up before any chain is followed, so that the waits for memory overlap.
    @Override
    public int find(List<Column> columns, int from, int count, int most, RowPairs pairs) {
        KeyHashes keyHashes = KeyHashes.of(columns, keys, from, count);
        long[] found = new long[count];
        for (int i = 0; i < count; i++) {
            found[i] = heads.getAtIndex(ValueLayout.JAVA_LONG, keyHashes.hash(i) >>> shift);
        }
        int i = 0;
        for (; i < count && pairs.count() < most; i++) {
            if (found[i] != EMPTY && !keyHashes.matchesNothing(i)) {
                addChain(from + i, keyHashes.hash(i), found[i], pairs);
            }
        }
        return i;
    }

    private void addChain(int left, long hash, long head, RowPairs pairs) {
        int row = row(head);
        if (head >>> Integer.SIZE == (hash & 0xFFFF_FFFFL) && (!isExact || hash(row) == hash)) {
            pairs.add(left, row);
        }
        if ((head & MORE) != 0) {
            for (int match = next(row); match != NONE; match = next(match)) {
                if (hash(match) == hash) {
                    pairs.add(left, match);
                }
            }
        }
    }

    @Override
    public int knownKey() {
        return NO_KEY;
    }

    @Override
    public void addTo(KeyFilter filter, QueryContext context) {
        for (int row = 0; row < rows; row++) {
            if (next(row) != row) {
                filter.add(hash(row));
            }
            if (row % CHUNK_ROWS == 0) {
                context.checkCancelled();
            }
        }
    }

    private int next(int row) {
        return next.getAtIndex(ValueLayout.JAVA_INT, row);
    }

    private long hash(int row) {
        return hashes.getAtIndex(ValueLayout.JAVA_LONG, row);
    }

    @Override
    public void close() {
        buffers.forEach(Buffer::close);
    }
}
