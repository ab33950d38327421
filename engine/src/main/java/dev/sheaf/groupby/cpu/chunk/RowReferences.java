package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuffers;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.BufferOwner;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One row of some column for each group: values of any type as states, without copying one before it has to be.
///
/// A pick is the number of a column that is kept open and a row in it. When the rows that are kept open are many
/// more than the groups, the picked ones are copied together and the columns closed.
public final class RowReferences implements AutoCloseable {
    /// No row.
    public static final long NONE = -1;

    private static final String PURPOSE = "group values";

    /// Groups that are looked at together.
    private static final int CHUNK = 2048;

    /// A column that is kept open takes as much memory as so many rows. Merging keeps many columns of few rows.
    private static final int LEAST_ROWS = 1 << 5;

    private final DataType type;
    private final MemoryPool pool;
    private final List<Column> columns = new ArrayList<>();
    private final Set<BufferOwner> owners = new HashSet<>();
    private final StateColumn picks;
    private final long roomForRows;
    private long keptRows;
    private @Nullable Object last;

    public RowReferences(DataType type, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.roomForRows = settings.keptRowsMax();
        this.pool = pool;
        this.picks = new StateColumn(pool, PURPOSE, Long.BYTES, NONE);
    }

    /// The columns that picks point into.
    public Column column(int index) {
        return columns.get(index);
    }

    public static int columnOf(long pick) {
        return (int) (pick >>> 32);
    }

    public static int rowOf(long pick) {
        return (int) pick;
    }

    /// The pick of each group, from number [StateColumn#FRONT_LONGS] on.
    public LongBuffer longs() {
        return picks.longs();
    }

    /// The pick of a group for which there is room.
    public long get(int id) {
        return picks.longs().get(StateColumn.FRONT_LONGS + id);
    }

    /// Sets the pick of a group for which there is room.
    public void pick(int id, long pick) {
        picks.longs().put(StateColumn.FRONT_LONGS + id, pick);
    }

    /// Tells that there will be about so many groups.
    public void reserve(int groups) {
        picks.reserve(groups);
    }

    /// Makes room for `groupCount` groups, and keeps `column` open; returns the pick of its row 0, to which row
    /// numbers are added. The next chunk of the column that came last is told by the same `token`.
    @SuppressWarnings("ReferenceEquality")
    public long keep(Column column, Object token, int groupCount) {
        picks.ensure(groupCount);
        if (last != token) {
            if (!isKept(column)) {
                if (keptRows > Math.max(roomForRows, 2L * groupCount)) {
                    compact(groupCount);
                }
                ColumnBuffers.of(column, buffer -> owners.add(buffer.owner()));
                keptRows += Math.max(column.length(), LEAST_ROWS);
            }
            columns.add(column.retain());
            last = token;
        }
        return (long) (columns.size() - 1) << 32;
    }

    /// Whether all memory of a column is kept open already: that of a table in memory, whose rows come as slices.
    private boolean isKept(Column column) {
        boolean[] isKept = {true};
        ColumnBuffers.of(column, buffer -> isKept[0] &= owners.contains(buffer.owner()));
        return isKept[0];
    }

    private void compact(int groupCount) {
        Column values = values(groupCount);
        close(columns);
        owners.clear();
        columns.add(values);
        keptRows = groupCount;
        renumber(picks.longs(), groupCount);
    }

    /// The pick of no group is forgotten.
    private static void renumber(LongBuffer picks, int groupCount) {
        for (int id = 0; id < groupCount; id++) {
            int at = StateColumn.FRONT_LONGS + id;
            if (picks.get(at) != NONE) {
                picks.put(at, id);
            }
        }
        picks.put(StateColumn.FRONT_LONGS - 1, NONE);
    }

    /// The picked values in the order of ids, null where there is no pick; to be closed by the caller.
    public Column values(int groupCount) {
        picks.ensure(groupCount);
        int[] starts = new int[columns.size() + 2];
        try (Buffer order = pool.allocate((long) groupCount * Integer.BYTES, PURPOSE);
                Buffer rows = pool.allocate((long) groupCount * Integer.BYTES, PURPOSE)) {
            sortByColumn(
                    picks.longs(),
                    groupCount,
                    starts,
                    Views.ints(order.segment(), 0, groupCount),
                    Views.ints(rows.segment(), 0, groupCount));
            List<Column> parts = new ArrayList<>();
            try {
                for (int i = 0; i < columns.size(); i++) {
                    MemorySegment picked = rows.segment().asSlice((long) starts[i] * Integer.BYTES);
                    parts.add(Take.rows(columns.get(i), picked, starts[i + 1] - starts[i], pool));
                }
                try (Column together = Concat.columns(type, parts, pool)) {
                    return Take.rows(together, order.segment(), groupCount, pool);
                }
            } finally {
                close(parts);
            }
        }
    }

    /// Groups with a pick as valid, the others as null.
    public Validity validity(int groupCount) {
        picks.ensure(groupCount);
        Buffer bits = pool.allocate(Validity.byteSize(groupCount), PURPOSE);
        long[] chunk = new long[Math.min(CHUNK, groupCount)];
        for (int from = 0; from < groupCount; from += CHUNK) {
            int groups = Math.min(CHUNK, groupCount - from);
            long start = StateColumn.FRONT + ((long) from << 3);
            MemorySegment.copy(picks.segment(), ValueLayout.JAVA_LONG, start, chunk, 0, groups);
            Bits.above(chunk, NONE, groups, bits.segment(), from);
        }
        return Validity.of(bits, groupCount);
    }

    /// Groups picked rows by column: `rows` are the row numbers of column 0, column 1, ..., and `order` says for
    /// each group at which place its row is, or -1.
    private static void sortByColumn(LongBuffer picks, int groupCount, int[] starts, IntBuffer order, IntBuffer rows) {
        for (int id = 0; id < groupCount; id++) {
            long pick = picks.get(StateColumn.FRONT_LONGS + id);
            if (pick != NONE) {
                starts[columnOf(pick) + 1]++;
            }
        }
        for (int i = 1; i < starts.length; i++) {
            starts[i] += starts[i - 1];
        }
        place(picks, groupCount, starts.clone(), order, rows);
    }

    private static void place(LongBuffer picks, int groupCount, int[] next, IntBuffer order, IntBuffer rows) {
        for (int id = 0; id < groupCount; id++) {
            long pick = picks.get(StateColumn.FRONT_LONGS + id);
            int place = pick == NONE ? -1 : next[columnOf(pick)]++;
            order.put(id, place);
            if (place >= 0) {
                rows.put(place, rowOf(pick));
            }
        }
    }

    private static void close(List<Column> columns) {
        columns.forEach(Column::close);
        columns.clear();
    }

    public void clear() {
        picks.clear();
        close(columns);
        owners.clear();
        keptRows = 0;
        last = null;
    }

    @Override
    public void close() {
        picks.close();
        close(columns);
    }
}
