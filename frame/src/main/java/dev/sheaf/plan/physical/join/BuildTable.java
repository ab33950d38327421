package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The right side of a join: its rows, and for each hash of keys the rows that have it, as chains that rise.
///
/// ```
///   heads[hash's high bits] -> first row -> next[row] -> ... -> NONE
/// ```
/// Cost: 8 bytes of hash and 4 of chain a row, 4 to 8 of heads. Each thread makes the chains of its share of
/// the heads, so that chains are the same whatever thread is first. Read by any number of threads once it is
/// made.
public final class BuildTable implements AutoCloseable {
    static final int NONE = -1;
    private static final int CHUNK_ROWS = 1 << 16;

    private final Table rows;
    private final List<Buffer> buffers = new ArrayList<>();
    private final MemorySegment hashes;
    private final MemorySegment next;
    private final MemorySegment heads;
    private final int shift;
    private @Nullable KeyFilter filter;

    private BuildTable(Table rows, QueryContext context) {
        if (rows.rowCount() > Integer.MAX_VALUE - 1) {
            throw new IllegalArgumentException("the right side of a join has " + rows.rowCount()
                    + " rows, more than 2,147,483,646; exchange the sides, or filter it before");
        }
        this.rows = rows.retain();
        int bits = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(rows.rowCount()));
        this.shift = Long.SIZE - bits;
        try {
            this.hashes = allocate(rows.rowCount() * Long.BYTES, "hashes of a join", context);
            this.next = allocate(rows.rowCount() * Integer.BYTES, "chains of a join", context);
            this.heads = allocate((long) Integer.BYTES << bits, "heads of a join", context);
            heads.fill((byte) NONE);
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// What the hashes and chains of so many rows take besides the rows.
    static long hashBytes(long rows) {
        return rows * (Long.BYTES + 3 * Integer.BYTES);
    }

    private MemorySegment allocate(long bytes, String purpose, QueryContext context) {
        Buffer buffer = context.pool().allocate(bytes, purpose);
        buffers.add(buffer);
        return buffer.segment();
    }

    /// Hashes the rows of a table, which stays the caller's, by the columns that `columns` made of the keys.
    public static BuildTable of(Table rows, ExtraColumns columns, List<JoinKey> keys, QueryContext context) {
        BuildTable table = new BuildTable(rows, context);
        try (var _ = context.phases().time(Phase.GROUP)) {
            table.hash(columns.of(rows), keys, context);
            int threads = rows.rowCount() < CHUNK_ROWS ? 1 : context.threads();
            Workers.forEach(context, threads, share -> table.chain(share, threads));
            return table;
        } catch (RuntimeException | Error failure) {
            table.close();
            throw failure;
        }
    }

    /// A row whose key is null in a way that equals nothing is in no chain: its `next` is the row itself.
    private void hash(List<Column> columns, List<JoinKey> keys, QueryContext context) {
        int chunks = Math.toIntExact(Math.ceilDiv(rows.rowCount(), CHUNK_ROWS));
        Workers.forEach(context, chunks, chunk -> {
            long first = (long) chunk * CHUNK_ROWS;
            int count = (int) Math.min(CHUNK_ROWS, rows.rowCount() - first);
            KeyHashes chunkHashes = KeyHashes.of(columns, keys, first, count);
            for (int i = 0; i < count; i++) {
                long row = first + i;
                hashes.setAtIndex(ValueLayout.JAVA_LONG, row, chunkHashes.hash(i));
                next.setAtIndex(ValueLayout.JAVA_INT, row, chunkHashes.matchesNothing(i) ? (int) row : NONE);
            }
        });
    }

    /// Makes the chains of one of `shares` equal parts of the heads, from the last row to the first.
    private void chain(int share, int shares) {
        long heads = 1L << (Long.SIZE - shift);
        long from = heads * share / shares;
        long to = heads * (share + 1) / shares;
        for (long row = rows.rowCount() - 1; row >= 0; row--) {
            long slot = hash(row) >>> shift;
            if (slot >= from && slot < to && next.getAtIndex(ValueLayout.JAVA_INT, row) == NONE) {
                next.setAtIndex(ValueLayout.JAVA_INT, row, this.heads.getAtIndex(ValueLayout.JAVA_INT, slot));
                this.heads.setAtIndex(ValueLayout.JAVA_INT, slot, (int) row);
            }
        }
    }

    /// A filter of the keys of all rows that may have a partner; closed with the table. Made when it is asked for, by
    /// one thread.
    public KeyFilter filter(QueryContext context) {
        if (filter == null) {
            filter = new KeyFilter(rows.rowCount(), context);
            for (int row = 0; row < rows.rowCount(); row++) {
                if (next(row) != row) {
                    filter.add(hash(row));
                }
                if (row % CHUNK_ROWS == 0) {
                    context.checkCancelled();
                }
            }
        }
        return filter;
    }

    /// The rows, key columns included.
    public Table rows() {
        return rows;
    }

    /// For each of some hashes the first row that may have it, or [#NONE].
    void heads(long[] hashes, int count, int[] firsts) {
        for (int i = 0; i < count; i++) {
            firsts[i] = heads.getAtIndex(ValueLayout.JAVA_INT, hashes[i] >>> shift);
        }
    }

    /// The row after a row of a chain, or [#NONE].
    int next(int row) {
        return next.getAtIndex(ValueLayout.JAVA_INT, row);
    }

    long hash(long row) {
        return hashes.getAtIndex(ValueLayout.JAVA_LONG, row);
    }

    @Override
    public void close() {
        rows.close();
        buffers.forEach(Buffer::close);
        if (filter != null) {
            filter.close();
        }
    }
}
