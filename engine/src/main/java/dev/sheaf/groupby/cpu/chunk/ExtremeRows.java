package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnComparator;
import dev.sheaf.column.DataType;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Int128;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Layout;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.ByteRuns;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The row of each group that has the extreme value so far, for values that no long holds: text, binary values,
/// 128-bit decimals, intervals, lists and structs.
///
/// ```
/// two rows of one dictionary   the ranks of their entries are compared
/// other rows                   the first eight bytes, as a long that compares like them, then the values
/// ```
/// Values stay where they came from ([RowReferences]), and those of lists and structs are always looked at. A
/// dictionary is not decoded: its entries stand for rows.
public final class ExtremeRows implements AutoCloseable {
    private final boolean greatest;
    private final RowReferences picks;
    private final StateColumn prefixes;
    private final PerEntry ranksOfEntries;
    private @Nullable Column column;
    private @Nullable MemorySegment codes;
    private @Nullable MemorySegment ranks;
    private long from;
    private long base;
    private @Nullable Column lastOther;
    private @Nullable Column lastColumn;
    private ColumnComparator between = (_, _) -> 0;

    /// No group has a row yet.
    public ExtremeRows(DataType type, boolean greatest, CpuSettings settings, MemoryPool pool) {
        this.greatest = greatest;
        this.picks = new RowReferences(type, settings, pool);
        this.prefixes = new StateColumn(pool, "group extremes", Long.BYTES, 0);
        this.ranksOfEntries = new PerEntry(entries -> Sorting.ranks(entries, pool));
    }

    /// Tells that there will be about so many groups.
    public void reserve(int groups) {
        picks.reserve(groups);
        prefixes.reserve(groups);
    }

    /// Goes to the chunk of `rows` rows that `lane` is at, with room for so many groups.
    public void begin(ArgumentVector lane, int rows, int groupCount) {
        prefixes.ensure(groupCount);
        from = lane.from();
        if (lane.encoded() instanceof DictionaryColumn coded && coded.values() instanceof VarColumn entries) {
            ranks = ranksOfEntries.ofMany(entries, rows);
            codes = coded.segment();
            column = entries;
            base = picks.keep(entries, ranksOfEntries.token(), groupCount);
        } else {
            ranks = null;
            codes = null;
            column = lane.column();
            base = picks.keep(lane.column(), lane.token(), groupCount);
        }
    }

    /// Positive if row `i` of the chunk, which is not null, is to be that of a group: the group has none, or a less
    /// extreme one. Zero if both have the same value.
    public int advantage(int id, int i) {
        long present = picks.get(id);
        if (present == RowReferences.NONE) {
            return 1;
        }
        int order = compare(id, row(i), present);
        return greatest ? order : -order;
    }

    private int compare(int id, long row, long present) {
        if (ranks != null && RowReferences.columnOf(present) == RowReferences.columnOf(base)) {
            return Integer.compare(rank(ranks, row), rank(ranks, RowReferences.rowOf(present)));
        }
        int order =
                Long.compare(prefix(present(), row), prefixes.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at(id)));
        order = order != 0 ? order : compareValues(row, present);
        if (order == 0 && ranks != null) {
            picks.pick(id, base + row);
        }
        return order;
    }

    private static int rank(MemorySegment ranks, long entry) {
        return ranks.get(ValueLayout.JAVA_INT_UNALIGNED, entry << 2);
    }

    private int compareValues(long row, long present) {
        Column own = present();
        Column other = picks.column(RowReferences.columnOf(present));
        return own instanceof VarColumn a && other instanceof VarColumn b
                ? ColumnComparator.compareBytes(a, row, b, RowReferences.rowOf(present))
                : own instanceof FixedColumn a
                                && other instanceof FixedColumn b
                                && own.type().layout() == Layout.INT128
                        ? wideOrder(a.segment(), row, b.segment(), RowReferences.rowOf(present))
                        : nestedOrder(own, other).compare(row, RowReferences.rowOf(present));
    }

    private static int wideOrder(MemorySegment a, long rowA, MemorySegment b, long rowB) {
        return Int128.compare(Int128.high(a, rowA), Int128.low(a, rowA), Int128.high(b, rowB), Int128.low(b, rowB));
    }

    /// Chunk after chunk compares the same columns, and a comparator of nested ones is made of several.
    @SuppressWarnings("ReferenceEquality")
    private ColumnComparator nestedOrder(Column own, Column other) {
        if (own != lastColumn || other != lastOther) {
            between = ColumnComparator.ofValues(own, other);
            lastColumn = own;
            lastOther = other;
        }
        return between;
    }

    /// Makes row `i` of the chunk that of a group.
    public void set(int id, int i) {
        long row = row(i);
        picks.pick(id, base + row);
        prefixes.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at(id), prefix(present(), row));
    }

    private Column present() {
        return Objects.requireNonNull(column);
    }

    /// The row of [#column] that row `i` of the chunk has its value in.
    private long row(int i) {
        return codes == null ? from + i : codes.get(ValueLayout.JAVA_INT_UNALIGNED, (from + i) << 2);
    }

    private static long at(int id) {
        return StateColumn.FRONT + ((long) id << 3);
    }

    /// A long that is less only if the value is.
    private static long prefix(Column column, long row) {
        return switch (column) {
            case VarColumn text -> textPrefix(text, row);
            case FixedColumn spans
            when spans.type().layout() == Layout.INTERVAL -> Interval.wholeDays(spans.segment(), row);
            case FixedColumn wide -> Int128.high(wide.segment(), row);
            case ListColumn _, StructColumn _ -> 0;
            default -> throw new AssertionError(column.type());
        };
    }

    private static long textPrefix(VarColumn text, long row) {
        long start = text.offsets().start(row);
        long size = text.offsets().start(row + 1) - start;
        return ByteRuns.firstWord(text.segment(), start, size) ^ Long.MIN_VALUE;
    }

    /// The values of the rows of groups, null where there is none; to be closed by the caller.
    public Column values(int groupCount) {
        return picks.values(groupCount);
    }

    /// Forgets all rows.
    public void clear() {
        picks.clear();
        prefixes.clear();
        ranksOfEntries.clear();
    }

    @Override
    public void close() {
        picks.close();
        prefixes.close();
        ranksOfEntries.close();
    }
}
