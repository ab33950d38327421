package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.RowFilter;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a morsel that have a long text as a key, apart from the others.
///
/// Where short texts come often and long ones hardly ever twice (searches, most of them empty), a table pays for
/// the first and not for the others.
final class LongRows {
    private final List<ColumnSource.Plain> texts;
    private final MemoryPool pool;
    private long[] others = new long[0];
    private int[] rows = new int[0];
    private int count;

    LongRows(GroupByPlan plan, MemoryPool pool) {
        this.pool = pool;
        this.texts = plan.keys().stream()
                .filter(ColumnSource.Plain.class::isInstance)
                .map(ColumnSource.Plain.class::cast)
                .toList();
    }

    /// Finds the rows of a morsel that are wanted and have a long text, and returns how many there are. Columns
    /// with dictionaries are taken to have none.
    int find(Morsel morsel) {
        int size = (int) morsel.table().rowCount();
        int words = (size + Long.SIZE - 1) / Long.SIZE;
        others = others.length < words ? new long[words] : others;
        rows = rows.length < size ? new int[size] : rows;
        begin(morsel, size, words);
        for (ColumnSource.Plain text : texts) {
            Column column = morsel.table().column(text.index());
            if (column instanceof VarColumn plain) {
                mark(plain, size, others);
            }
        }
        count = list(morsel.wanted(), size);
        return count;
    }

    private void begin(Morsel morsel, int size, int words) {
        Arrays.fill(others, 0, words, -1);
        if ((size & 63) != 0) {
            others[words - 1] = (1L << (size & 63)) - 1;
        }
        if (morsel.wanted() != null) {
            for (int i = 0; i < words; i++) {
                others[i] &= morsel.wanted()[i];
            }
        }
    }

    /// Takes the bits of rows with long texts away.
    private static void mark(VarColumn column, int size, long[] others) {
        MemorySegment offsets = column.offsets().segment();
        boolean wide = column.offsets().wide();
        for (int row = 0; row < size; row += Long.SIZE) {
            int end = Math.min(Long.SIZE, size - row);
            long bits = wide ? longBits(column, row, end) : longBits(offsets, row, end);
            others[row >>> 6] &= ~bits;
        }
    }

    private static long longBits(MemorySegment offsets, int row, int count) {
        long bits = 0;
        int start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (long) row << 2);
        for (int i = 0; i < count; i++) {
            int end = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (row + i + 1L) << 2);
            bits |= (long) ((TextWords.INLINE_BYTES - (end - start)) >>> 31) << i;
            start = end;
        }
        return bits;
    }

    private static long longBits(VarColumn column, int row, int count) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= column.offsets().size(row + i) > TextWords.INLINE_BYTES ? 1L << i : 0;
        }
        return bits;
    }

    /// Lists the rows that are wanted and not among the others.
    private int list(long @Nullable [] wanted, int size) {
        int found = 0;
        for (int word = 0; word << 6 < size; word++) {
            long all = size - (word << 6) >= Long.SIZE ? -1 : (1L << (size & 63)) - 1;
            long bits = (wanted == null ? all : wanted[word] & all) & ~others[word];
            for (; bits != 0; bits &= bits - 1) {
                rows[found++] = (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return found;
    }

    /// How many rows were found last.
    int count() {
        return count;
    }

    /// The rows found last, in a morsel of their own, to be closed by the caller.
    Morsel found(Morsel morsel) {
        return taken(morsel, count);
    }

    /// The others that are wanted, in a morsel of their own, to be closed by the caller; [#found] comes before.
    Morsel others(Morsel morsel) {
        int size = (int) morsel.table().rowCount();
        return taken(morsel, RowFilter.rows(others, (size + Long.SIZE - 1) / Long.SIZE, rows));
    }

    /// The first rows of the list.
    private Morsel taken(Morsel morsel, int size) {
        int[] selected = Arrays.copyOf(rows, size);
        if (morsel.selected() != null) {
            for (int i = 0; i < size; i++) {
                selected[i] = morsel.selected()[rows[i]];
            }
        }
        return new Morsel(Take.rows(morsel.table(), rows, size, pool), morsel.firstRow(), selected, null);
    }
}
