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
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.RunMemory;
import dev.sheaf.order.Sorting;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The row of each group that has the extreme value so far, for values that no long holds: text, binary values,
/// 128-bit decimals, intervals, lists and structs.
///
/// ```
/// two rows of one dictionary   the ranks of their entries are compared
/// other rows                   a word that compares like them, such as the first eight bytes, then the values
/// ```
/// A group has a bound for the ranks of a dictionary, from the first of its rows on. Bounds need not be made new for
/// the next dictionary, since its words are below all of those before it.
///
/// Values stay where they came from ([RowReferences]), and those of lists and structs are always looked at. A
/// dictionary is not decoded: its entries stand for rows. Words come with all bits turned for the greatest value, so
/// that the least one is always looked for.
public final class ExtremeRows implements AutoCloseable {
    private final boolean greatest;
    private final int leeway;
    private final RowReferences picks;
    private final long turn;
    private final StateColumn least;
    private final StateColumn bounds;
    private final PerEntry ranksOfEntries;
    private final TiesAhead ahead = new TiesAhead();
    private @Nullable Column column;
    private boolean isWide;
    private long[] words = {};
    private long[] starts = {};
    private long[] sizes = {};
    private @Nullable IntBuffer codes;
    private @Nullable Ints ranks;
    private @Nullable Object rankedToken;
    private long dictionaryWord;
    private long from;
    private long base;
    private @Nullable Column lastOther;
    private @Nullable Column lastColumn;
    private ColumnComparator between = (_, _) -> 0;

    /// No group has a row yet. Rows of a dictionary that are as extreme as that of their group are candidates if
    /// `ties`.
    public ExtremeRows(DataType type, boolean greatest, boolean ties, CpuSettings settings, MemoryPool pool) {
        this.greatest = greatest;
        this.leeway = ties ? 0 : 1;
        this.picks = new RowReferences(type, settings, pool);
        this.turn = greatest ? -1 : 0;
        this.least = new StateColumn(pool, "group extremes", Long.BYTES, Long.MAX_VALUE);
        this.bounds = new StateColumn(pool, "group extremes", Long.BYTES, Long.MAX_VALUE);
        this.ranksOfEntries = new PerEntry(entries -> Sorting.ranks(entries, pool));
    }

    /// Tells that there will be about so many groups.
    public void reserve(int groups) {
        picks.reserve(groups);
        least.reserve(groups);
        bounds.reserve(groups);
    }

    /// Goes to the chunk of rows that `lane` is at, whose groups are `ids`, with room for so many groups.
    public void begin(ArgumentVector lane, int[] ids, int rows, int groupCount) {
        from = lane.from();
        if (words.length < rows) {
            words = new long[rows];
        }
        if (lane.encoded() instanceof DictionaryColumn coded && coded.values() instanceof VarColumn entries) {
            IntBuffer rowCodes = coded.ints(from, rows);
            codes = rowCodes;
            column = entries;
            isWide = false;
            beginRanks(entries, rowCodes, ids, rows, groupCount);
            base = picks.keep(entries, ranksOfEntries.token(), groupCount);
        } else {
            ranks = null;
            codes = null;
            column = lane.column();
            isWide = column.type().layout() == Layout.INT128;
            least.ensure(groupCount, ids, rows);
            fillWords(column, rows);
            base = picks.keep(lane.column(), lane.token(), groupCount);
            if (column instanceof VarColumn) {
                ahead.read(ids, words, rows, least.longs(), picks, groupCount);
            }
        }
    }

    /// Makes the words of a chunk of a dictionary's rows, unless it has many entries for few rows.
    @SuppressWarnings("ReferenceEquality")
    private void beginRanks(VarColumn entries, IntBuffer coded, int[] ids, int rows, int groupCount) {
        least.ensure(groupCount);
        MemorySegment known = entries.length() == 0 ? null : ranksOfEntries.ofMany(entries, rows);
        ranks = known == null ? null : Ints.of(known);
        if (ranks != null) {
            if (rankedToken != ranksOfEntries.token()) {
                rankedToken = ranksOfEntries.token();
                dictionaryWord -= 1L << Integer.SIZE;
            }
            bounds.ensure(groupCount, ids, rows);
            int turned = greatest ? Integer.MAX_VALUE : 0;
            fillRanks(ids, coded, rows, ranks, turned, dictionaryWord, words);
        }
    }

    /// The code of a row that does not count may be any.
    private static void fillRanks(
            int[] ids, IntBuffer codes, int rows, Ints ranks, int turn, long dictionaryWord, long[] words) {
        for (int i = 0; i < rows; i++) {
            int code = codes.get(i) & ~(ids[i] >> (Integer.SIZE - 1));
            words[i] = dictionaryWord | (ranks.get(code) ^ turn);
        }
    }

    /// Writes the rows of the chunk, in their order, that have a group and may be more extreme than the row of that
    /// group is before the chunk; returns how many there are. Mostly there are few.
    ///
    /// Whoever takes rows asks [#advantage] of these, since one row may be less extreme than another of the chunk.
    public int candidates(int[] ids, int rows, int[] out) {
        if (codes != null && ranks == null) {
            return withGroup(ids, rows, out);
        }
        return candidates(ids, words, 0, rows, (ranks == null ? least : bounds).longs(), out);
    }

    /// Writes the rows that have a group and a word, with the bits of `turn` turned, of at most the least of that
    /// group; returns how many there are. Without a branch, so states outside the caches are waited for together.
    public static int candidates(int[] ids, long[] words, long turn, int rows, LongBuffer least, int[] out) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            boolean may = ids[i] >= 0 & (words[i] ^ turn) <= least.get(StateColumn.FRONT_LONGS + ids[i]);
            out[count] = i;
            count += may ? 1 : 0;
        }
        return count;
    }

    private static int withGroup(int[] ids, int rows, int[] out) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            out[count] = i;
            count += ~ids[i] >>> 31;
        }
        return count;
    }

    /// Positive if row `i` of the chunk, which is not null, is to be that of a group: the group has none, or a less
    /// extreme one. Zero if both have the same value.
    public int advantage(int id, int i) {
        long present = picks.get(id);
        if (present == RowReferences.NONE) {
            return 1;
        }
        int advantage = advantage(id, i, row(i), present);
        if (ranks != null && advantage <= 0) {
            lower(id, words[i] - (advantage < 0 ? 1 : leeway));
        }
        return advantage;
    }

    private int advantage(int id, int i, long row, long present) {
        if (ranks != null && RowReferences.columnOf(present) == RowReferences.columnOf(base)) {
            return inOurOrder(Integer.compare(ranks.get((int) row), ranks.get(RowReferences.rowOf(present))));
        }
        long word = codes == null ? words[i] : word(present(), row);
        int advantage = Long.compare(least(id), word);
        if (advantage != 0 || isWhole(word)) {
            return advantage;
        }
        advantage = inOurOrder(compareValues(row, present));
        if (advantage == 0 && ranks != null) {
            picks.pick(id, base + row);
        }
        return advantage;
    }

    /// Rows of the dictionary whose words are above are no candidates.
    private void lower(int id, long bound) {
        int at = StateColumn.FRONT_LONGS + id;
        bounds.longs().put(at, Math.min(bounds.longs().get(at), bound));
    }

    private int inOurOrder(int order) {
        return greatest ? order : -order;
    }

    private long least(int id) {
        return least.longs().get(StateColumn.FRONT_LONGS + id);
    }

    /// Whether no other value has the word.
    private boolean isWhole(long word) {
        return isWide && word != Long.MIN_VALUE && word != Long.MAX_VALUE;
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
        least.longs().put(StateColumn.FRONT_LONGS + id, codes == null ? words[i] : word(present(), row));
        if (ranks != null) {
            lower(id, words[i] - leeway);
        }
    }

    private Column present() {
        return Objects.requireNonNull(column);
    }

    /// The row of [#column] that row `i` of the chunk has its value in.
    private long row(int i) {
        return codes == null ? from + i : codes.get(i);
    }

    private void fillWords(Column values, int rows) {
        switch (values) {
            case VarColumn text -> fillTexts(text, rows);
            case FixedColumn spans
            when spans.type().layout() == Layout.INTERVAL -> fillSpans(spans.longs(2 * from, 2L * rows), rows);
            case FixedColumn wide -> fillWide(wide.longs(2 * from, 2L * rows), rows);
            case ListColumn _, StructColumn _ -> Arrays.fill(words, 0, rows, 0);
            default -> throw new AssertionError(values.type());
        }
    }

    private void fillTexts(VarColumn text, int rows) {
        if (starts.length <= rows) {
            starts = new long[rows + 1];
            sizes = new long[rows + 1];
        }
        Widen.starts(text.offsets(), from, rows, starts);
        differences(starts, rows, sizes);
        text.runs().words(starts, sizes, 0, rows, words);
        turn(words, rows, Long.MIN_VALUE ^ turn);
    }

    private static void differences(long[] starts, int rows, long[] sizes) {
        for (int i = 0; i < rows; i++) {
            sizes[i] = starts[i + 1] - starts[i];
        }
    }

    private static void turn(long[] words, int rows, long bits) {
        for (int i = 0; i < rows; i++) {
            words[i] ^= bits;
        }
    }

    private void fillSpans(LongBuffer spans, int rows) {
        for (int i = 0; i < rows; i++) {
            words[i] = Interval.wholeDays(spans.get(2 * i), spans.get(2 * i + 1)) ^ turn;
        }
    }

    private void fillWide(LongBuffer wide, int rows) {
        for (int i = 0; i < rows; i++) {
            words[i] = nearest(wide.get(2 * i + 1), wide.get(2 * i)) ^ turn;
        }
    }

    /// The word of an entry of a dictionary.
    private long word(Column entries, long row) {
        return word((VarColumn) entries, row);
    }

    private long word(VarColumn text, long row) {
        RunMemory runs = text.runs();
        long start = runs.start(row);
        return runs.word(start, runs.start(row + 1) - start) ^ Long.MIN_VALUE ^ turn;
    }

    /// The long that is next to a number of 128 bits: the number itself unless no long holds it.
    private static long nearest(long high, long low) {
        if (high == low >> (Long.SIZE - 1)) {
            return low;
        }
        return high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /// The values of the rows of groups, null where there is none; to be closed by the caller.
    public Column values(int groupCount) {
        return picks.values(groupCount);
    }

    /// Forgets all rows.
    public void clear() {
        picks.clear();
        least.clear();
        bounds.clear();
        ranksOfEntries.clear();
    }

    @Override
    public void close() {
        picks.close();
        least.close();
        bounds.close();
        ranksOfEntries.close();
    }
}
