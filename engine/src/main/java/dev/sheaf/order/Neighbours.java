package dev.sheaf.order;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.RunWord;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds which rows of a sequence differ from the one before them in some columns: where peers, or partitions, begin.
///
/// Rows are equal as [RowOrder] says, in whichever directions. Columns are read one after the other, some hundred rows
/// at a time, as numbers; only long texts and nested values are compared.
public final class Neighbours {
    private static final int BLOCK = 512;

    private final List<Key> keys = new ArrayList<>();

    private Neighbours() {}

    /// Of the values in these columns; without any, no row differs.
    public static Neighbours of(List<Column> columns) {
        Neighbours made = new Neighbours();
        columns.forEach(made::add);
        return made;
    }

    /// Numbers that equal values have in common, and what tells values of equal numbers apart if they do not.
    private record Key(Limb limb, @Nullable ColumnComparator rest) {}

    private void add(Column column) {
        Validity validity = column.validity();
        if (!validity.allValid()) {
            keys.add(new Key(Limb.nulls(validity, true), null));
        }
        switch (column) {
            case NullColumn _ -> {}
            case BoolColumn bools -> keys.add(new Key(limb(LimbReads.bools(bools), validity), null));
            case VarColumn text -> keys.add(new Key(limb(LimbReads.runWords(text, 0), validity), order(text)));
            case FixedColumn fixed -> {
                List<Limb.Read> reads = LimbReads.fixed(fixed);
                if (reads == null) {
                    keys.add(compared(column));
                } else {
                    reads.forEach(read -> keys.add(new Key(limb(read, validity), null)));
                }
            }
            case DictionaryColumn _, ListColumn _, StructColumn _ -> keys.add(compared(column));
        }
    }

    private static Limb limb(Limb.Read read, Validity validity) {
        return new Limb(read, validity, false, 0, -1L);
    }

    private static ColumnComparator order(Column column) {
        return ColumnComparator.of(column, SortDirection.ASCENDING);
    }

    private static Key compared(Column column) {
        Limb.Read alike = (_, _, count, out) -> java.util.Arrays.fill(out, 0, count, RunWord.CUT);
        return new Key(limb(alike, Validity.allValid(column.length())), order(column));
    }

    /// Sets `changes[i - from]` for each `i` from `from` to `to` if row `rows[i]` differs from row `rows[i - 1]`. The
    /// first of all rows has none before it.
    public void mark(MemorySegment rows, int from, int to, boolean[] changes) {
        int[] numbers = new int[Math.min(BLOCK, to - from) + 1];
        long[] words = new long[numbers.length];
        for (int start = from; start < to; start += BLOCK) {
            int first = Math.max(0, start - 1);
            int count = Math.min(to, start + BLOCK) - first;
            MemorySegment.copy(rows, ValueLayout.JAVA_INT, (long) first << 2, numbers, 0, count);
            for (int key = 0; key < keys.size(); key++) {
                keys.get(key).limb().read(numbers, 0, count, words);
                compare(words, count, first - from, changes);
                ColumnComparator rest = keys.get(key).rest();
                if (rest != null) {
                    compareRest(rest, numbers, words, count, first - from, changes);
                }
            }
        }
    }

    private static void compare(long[] words, int count, int target, boolean[] changes) {
        for (int i = 1; i < count; i++) {
            changes[target + i] |= words[i] != words[i - 1];
        }
    }

    private static void compareRest(
            ColumnComparator rest, int[] rows, long[] words, int count, int target, boolean[] changes) {
        for (int i = 1; i < count; i++) {
            if (!changes[target + i] && !RunWord.isWhole(words[i])) {
                changes[target + i] = rest.compare(rows[i - 1], rows[i]) != 0;
            }
        }
    }
}
