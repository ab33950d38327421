package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Column;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.VarColumn;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Morsel;
import dev.sheaf.groupby.cpu.key.TextWords;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a morsel that have a long text as a key, apart from the others.
///
/// Where short texts come often and long ones hardly ever twice (searches, most of them empty), a table pays for
/// the first and not for the others.
final class LongRows {
    private static final int PERCENT = 100;
    private static final String PURPOSE = "rows by partition";

    private final List<ColumnSource.Plain> texts;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private int mostBytes = TextWords.INLINE_BYTES;
    private long[] others = new long[0];
    private int[] rows = new int[0];
    private int count;

    LongRows(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        this.settings = settings;
        this.pool = pool;
        this.texts = plan.keys().stream()
                .filter(ColumnSource.Plain.class::isInstance)
                .map(ColumnSource.Plain.class::cast)
                .toList();
    }

    /// Finds the rows of a morsel that are wanted and have a long text, and returns how many there are. Columns
    /// with dictionaries are taken to have none.
    int find(Morsel morsel) {
        return find(morsel, mostBytes);
    }

    /// As [#find], of all texts that are not empty.
    int findAny(Morsel morsel) {
        return find(morsel, 0);
    }

    /// From here on, texts are long that are not empty.
    void takeAny() {
        mostBytes = 0;
    }

    /// Which texts are long, in words.
    String explain() {
        return mostBytes == 0 ? "a text that is not empty" : "a text of more than " + mostBytes + " bytes";
    }

    private int find(Morsel morsel, int most) {
        int size = (int) morsel.table().rowCount();
        int words = (size + Long.SIZE - 1) / Long.SIZE;
        others = others.length < words ? new long[words] : others;
        rows = rows.length < size ? new int[size] : rows;
        begin(morsel, size, words);
        for (ColumnSource.Plain text : texts) {
            Column column = morsel.table().column(text.index());
            if (column instanceof VarColumn plain) {
                mark(plain, size, most, others);
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
    private static void mark(VarColumn column, int size, int most, long[] others) {
        MemorySegment offsets = column.offsets().segment();
        boolean wide = column.offsets().wide();
        for (int row = 0; row < size; row += Long.SIZE) {
            int end = Math.min(Long.SIZE, size - row);
            long bits = wide ? longBits(column, row, end, most) : longBits(offsets, row, end, most);
            others[row >>> 6] &= ~bits;
        }
    }

    private static long longBits(MemorySegment offsets, int row, int count, int most) {
        long bits = 0;
        int start = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (long) row << 2);
        for (int i = 0; i < count; i++) {
            int end = offsets.get(ValueLayout.JAVA_INT_UNALIGNED, (row + i + 1L) << 2);
            bits |= (long) ((most - (end - start)) >>> 31) << i;
            start = end;
        }
        return bits;
    }

    private static long longBits(VarColumn column, int row, int count, int most) {
        long bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= column.offsets().size(row + i) > most ? 1L << i : 0;
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

    /// The rows found last, in a morsel of their own, to be closed by the caller.
    Morsel found(Morsel morsel) {
        return taken(morsel, count);
    }

    /// The others that are wanted, in a morsel of their own, to be closed by the caller; [#found] comes before.
    /// They stay where they are, and are marked, if they are many and their texts are all empty.
    Morsel others(Morsel morsel) {
        int size = (int) morsel.table().rowCount();
        int words = (size + Long.SIZE - 1) / Long.SIZE;
        if (mostBytes == 0 && (long) PERCENT * (size - count) >= (long) settings.markFromPercent() * size) {
            return new Morsel(
                    withoutTexts(morsel.table()), morsel.firstRow(), morsel.selected(), Arrays.copyOf(others, words));
        }
        return taken(morsel, RowFilter.rows(others, words, rows));
    }

    /// A table with empty texts, and nulls where they are.
    private Table withoutTexts(Table table) {
        List<Column> columns = new ArrayList<>();
        try {
            for (int i = 0; i < table.columnCount(); i++) {
                columns.add(
                        isText(i) && table.column(i) instanceof VarColumn text
                                ? empty(text)
                                : table.column(i).retain());
            }
            return new Table(table.schema(), columns, table.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private boolean isText(int column) {
        return texts.stream().anyMatch(text -> text.index() == column);
    }

    private Column empty(VarColumn text) {
        long length = text.length();
        Buffer zeros = pool.allocateZeroed((length + 1) * Integer.BYTES, PURPOSE);
        try (zeros) {
            return new VarColumn(
                    text.type(),
                    new Offsets(zeros.retain(), false, length),
                    zeros.slice(0, 0),
                    text.validity().slice(0, length));
        }
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
