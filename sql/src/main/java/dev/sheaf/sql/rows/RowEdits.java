package dev.sheaf.sql.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Field;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What becomes of the rows of a table in memory: some are to be as rows of another table, some go, and rows of the
/// other table come behind them.
///
/// Costs 4 bytes for each row of the parts that have such rows, and a copy of the columns of these parts that are
/// written; of all their columns where rows go. Other parts and columns are shared.
public final class RowEdits implements AutoCloseable {
    private static final String PURPOSE = "changed rows";

    /// What becomes of a row, where it is no row of the other table.
    private static final int KEPT = -1;

    private static final int GONE = -2;

    private final List<Table> parts;
    private final Table others;
    private final Set<String> written;
    private final MemoryPool pool;

    /// The number of the first row of each part.
    private final long[] firsts;

    /// What becomes of the rows of each part that has changed rows.
    private final @Nullable Buffer[] edits;

    private final boolean[] losing;
    private final boolean[] replacing;

    /// The rows of the other table that come.
    private int[] coming = new int[16];

    private int comingCount;

    /// @param parts the table, which is closed with this
    /// @param others has the columns of the table, those that are written if no row comes and none goes from a part
    ///     in which others are replaced, or none if rows only go; it stays with the caller
    /// @param written the columns in which rows may differ from what they were
    RowEdits(List<Table> parts, Table others, Set<String> written, MemoryPool pool) {
        this.parts = parts;
        this.others = others;
        this.written = written;
        this.pool = pool;
        this.firsts = new long[parts.size()];
        this.edits = new @Nullable Buffer[parts.size()];
        this.losing = new boolean[parts.size()];
        this.replacing = new boolean[parts.size()];
        for (int i = 1; i < firsts.length; i++) {
            firsts[i] = firsts[i - 1] + parts.get(i - 1).rowCount();
        }
    }

    /// That the row of a number, from 0, is to be as row `other`.
    ///
    /// @return whether nothing was said of it before
    public boolean replace(long row, int other) {
        int part = part(row);
        replacing[part] = true;
        return edit(part, row, other);
    }

    /// That the row of a number, from 0, goes.
    ///
    /// @return as [#replace]
    public boolean remove(long row) {
        int part = part(row);
        losing[part] = true;
        return edit(part, row, GONE);
    }

    /// That row `other` comes.
    public void add(int other) {
        if (comingCount == coming.length) {
            coming = Arrays.copyOf(coming, 2 * comingCount);
        }
        coming[comingCount++] = other;
    }

    private int part(long row) {
        int found = Arrays.binarySearch(firsts, row);
        int part = found >= 0 ? found : -found - 2;
        while (parts.get(part).rowCount() <= row - firsts[part]) {
            part++;
        }
        return part;
    }

    private boolean edit(int part, long row, int edit) {
        Buffer rows = edits[part];
        if (rows == null) {
            rows = pool.allocate(parts.get(part).rowCount() * Integer.BYTES, PURPOSE);
            rows.segment().fill((byte) KEPT);
            edits[part] = rows;
        }
        boolean isFirst = rows.segment().getAtIndex(ValueLayout.JAVA_INT, row - firsts[part]) == KEPT;
        rows.segment().setAtIndex(ValueLayout.JAVA_INT, row - firsts[part], edit);
        return isFirst;
    }

    /// A table as it is to be.
    ///
    /// @param parts its rows; those that come lie behind them
    /// @param written the columns in which they may differ from what they were
    public record Result(List<Table> parts, Table added, Set<String> written) implements AutoCloseable {

        /// Whether rows may have other values in some of these columns.
        public boolean writes(List<String> columns) {
            return added.rowCount() > 0 || columns.stream().anyMatch(written::contains);
        }

        @Override
        public void close() {
            parts.forEach(Table::close);
            added.close();
        }
    }

    /// The table as it is to be, which the caller closes. To be asked once.
    public Result result() {
        List<Table> made = new ArrayList<>();
        try {
            for (int i = 0; i < edits.length; i++) {
                Table part = parts.get(i);
                Buffer edit = edits[i];
                made.add(edit == null ? part.retain() : edited(i, edit.segment()));
            }
            Table added = comingCount > 0 ? others : parts.getFirst();
            return new Result(made, Take.rows(added, coming, comingCount, pool), written);
        } catch (RuntimeException | Error failure) {
            made.forEach(Table::close);
            throw failure;
        }
    }

    private Table edited(int number, MemorySegment edits) {
        Table part = parts.get(number);
        long count = chosen(edits, part.rowCount());
        List<Column> columns = new ArrayList<>();
        try {
            for (Field field : part.schema().fields()) {
                Column before = part.column(field.name());
                boolean isSame = !losing[number] && !written.contains(field.name());
                columns.add(isSame ? before.retain() : column(field, before, replacing[number], edits, count));
            }
            return new Table(part.schema(), columns, count);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private Column column(Field field, Column before, boolean isReplaced, MemorySegment rows, long count) {
        if (!isReplaced) {
            return Take.rows(before, rows, count, pool);
        }
        try (Column both = Concat.columns(field.type(), List.of(before, others.column(field.name())), pool)) {
            return Take.rows(both, rows, count, pool);
        }
    }

    /// Makes of what becomes of rows the numbers of the rows that are left, those of the other table behind those of
    /// the part.
    ///
    /// @return how many are left
    private static long chosen(MemorySegment edits, long rows) {
        int others = Math.toIntExact(rows);
        long count = 0;
        for (int row = 0; row < others; row++) {
            int edit = edits.getAtIndex(ValueLayout.JAVA_INT, row);
            if (edit != GONE) {
                edits.setAtIndex(ValueLayout.JAVA_INT, count++, edit == KEPT ? row : Math.addExact(others, edit));
            }
        }
        return count;
    }

    @Override
    public void close() {
        for (Buffer edit : edits) {
            if (edit != null) {
                edit.close();
            }
        }
        parts.forEach(Table::close);
    }
}
