package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// At most a morsel's rows of a batch, after the filter. `firstRow` is the ordinal of the morsel's row 0 before
/// the filter; `selected` are the rows that the filter kept, or null if no row was left out of the table. Where few
/// fail the filter they stay in the table, and `wanted` has a bit a row, lowest first, set for those that pass;
/// else it is null.
public record Morsel(Table table, long firstRow, int @Nullable [] selected, long @Nullable [] wanted)
        implements AutoCloseable {

    /// Writes the ordinals of all rows in the stream, int64.
    void ordinals(MemorySegment out) {
        int rows = (int) table.rowCount();
        if (selected == null) {
            writeRange(firstRow, rows, out);
        } else {
            writeSelected(firstRow, selected, rows, out);
        }
    }

    private static void writeRange(long first, int rows, MemorySegment out) {
        for (int row = 0; row < rows; row++) {
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) row << 3, first + row);
        }
    }

    private static void writeSelected(long first, int[] selected, int rows, MemorySegment out) {
        for (int row = 0; row < rows; row++) {
            out.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) row << 3, first + selected[row]);
        }
    }

    /// The wanted rows in a table of their own, to be closed by the caller.
    public Morsel copied(MemoryPool pool) {
        int rows = (int) table.rowCount();
        int[] taken = new int[rows];
        int count = RowFilter.rows(Objects.requireNonNull(wanted), (rows + Long.SIZE - 1) / Long.SIZE, taken);
        Table copy = Take.rows(table, taken, count, pool);
        for (int i = 0; selected != null && i < count; i++) {
            taken[i] = selected[taken[i]];
        }
        return new Morsel(copy, firstRow, taken, null);
    }

    /// Rows of this one in a table of their own, to be closed by the caller. They begin at a multiple of 64.
    public Morsel slice(int start, int rows) {
        int[] kept = selected == null ? null : Arrays.copyOfRange(selected, start, start + rows);
        long[] bits = wanted == null
                ? null
                : Arrays.copyOfRange(wanted, start / Long.SIZE, (start + rows + Long.SIZE - 1) / Long.SIZE);
        return new Morsel(table.slice(start, rows), selected == null ? firstRow + start : firstRow, kept, bits);
    }

    /// The bytes of its texts, which groups may copy.
    public long textBytes() {
        long bytes = 0;
        for (Column column : table.columns()) {
            if (column instanceof VarColumn text) {
                bytes += text.offsets().start(text.length()) - text.offsets().start(0);
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        table.close();
    }
}
