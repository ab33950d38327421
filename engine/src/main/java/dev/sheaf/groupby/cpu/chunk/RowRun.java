package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rows that lie one after the other in a column, and the id of each one's group, -1 for rows without one.
///
/// Ordinals, where they matter, count up from that of the first row, or have a column of their own.
public final class RowRun implements AutoCloseable {
    private final Object token;
    private final Column values;
    private final long from;
    private final @Nullable FixedColumn ordinals;
    private final long ordinalsFrom;
    private final long firstOrdinal;
    private final Buffer ids;
    private final IntBuffer idView;
    private @Nullable Buffer map;
    private long lastOrdinal;
    private boolean rises = true;
    private int rows;

    /// No rows yet, of those of `values` from row `from` on: takes over the columns and `ids`, whose size is the
    /// room for rows. `ordinals` are those from row `ordinalsFrom` on, or, if null, count up from `firstOrdinal`.
    RowRun(
            Object token,
            Column values,
            long from,
            @Nullable FixedColumn ordinals,
            long ordinalsFrom,
            long firstOrdinal,
            Buffer ids) {
        this.token = token;
        this.values = values;
        this.from = from;
        this.ordinals = ordinals;
        this.ordinalsFrom = ordinalsFrom;
        this.firstOrdinal = firstOrdinal;
        this.lastOrdinal = firstOrdinal - 1;
        this.ids = ids;
        this.idView = Views.ints(ids.segment(), 0, ids.byteSize() / Integer.BYTES);
    }

    /// Whether the next row is row `row` of the column that `columnToken` stands for, and there is room for `more`.
    @SuppressWarnings("ReferenceEquality")
    boolean goesOn(Object columnToken, long row, int more) {
        return token == columnToken && row == from + rows && more <= room();
    }

    /// For how many rows there is room.
    int room() {
        return idView.limit() - rows;
    }

    /// Whether ordinals count up.
    boolean counts() {
        return ordinals == null;
    }

    /// Whether the ordinal of the next row is that at place `at` of the ordinals' column.
    boolean ordinalsGoOn(long at) {
        return ordinals != null && at == ordinalsFrom + rows;
    }

    /// Adds rows, the last of which has ordinal `last`; `inOrder` if their ordinals rise from that before.
    void append(int[] groupIds, int more, boolean inOrder, long last) {
        MemorySegment.copy(groupIds, 0, ids.segment(), ValueLayout.JAVA_INT, (long) rows << 2, more);
        rows += more;
        rises &= inOrder;
        lastOrdinal = last;
    }

    /// Adds rows of one group, whose ordinals are in no order.
    void append(int groupId, int more) {
        for (int at = rows; at < rows + more; at++) {
            idView.put(at, groupId);
        }
        rows += more;
        rises = false;
    }

    /// From here on ids are those of another table: that of id `i` is the int at place `i + 1` of `ids`, which is
    /// retained.
    void translate(Buffer other) {
        map = other.retain();
    }

    public Column values() {
        return values;
    }

    /// The row of [#values()] that is row 0 here.
    public long from() {
        return from;
    }

    int rows() {
        return rows;
    }

    public long firstOrdinal() {
        return firstOrdinal;
    }

    public long lastOrdinal() {
        return lastOrdinal;
    }

    /// Whether ordinals rise from row to row.
    public boolean rises() {
        return rises;
    }

    /// Writes the ids of some rows.
    void ids(int start, int count, int[] out) {
        MemorySegment.copy(ids.segment(), ValueLayout.JAVA_INT, (long) start << 2, out, 0, count);
        if (map != null) {
            translate(out, count, Ints.of(map.segment()));
        }
    }

    private static void translate(int[] ids, int count, Ints map) {
        for (int i = 0; i < count; i++) {
            ids[i] = map.get(ids[i] + 1);
        }
    }

    /// The bytes of the ordinals' column.
    MemorySegment ordinalSegment() {
        return Objects.requireNonNull(ordinals).segment();
    }

    /// Writes the ordinals of some rows.
    public void ordinals(int start, int count, long[] out) {
        if (ordinals != null) {
            long at = (ordinalsFrom + start) << 3;
            MemorySegment.copy(ordinals.segment(), ValueLayout.JAVA_LONG, at, out, 0, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            out[i] = firstOrdinal + start + i;
        }
    }

    @Override
    public void close() {
        values.close();
        ids.close();
        if (ordinals != null) {
            ordinals.close();
        }
        if (map != null) {
            map.close();
        }
    }

    /// Whether each ordinal is more than that before.
    static boolean rise(long[] ordinals, int rows) {
        int falls = 0;
        for (int i = 1; i < rows; i++) {
            falls += ordinals[i - 1] < ordinals[i] ? 0 : 1;
        }
        return falls == 0;
    }
}
