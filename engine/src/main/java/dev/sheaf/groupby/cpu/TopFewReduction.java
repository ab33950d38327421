package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TOP_K of up to four values of at most 64 bits, which are the state: greatest first, 8, 16 or 32 bytes a group.
///
/// A row goes through all values of its group by minimum and maximum, whether it is kept or not. A heap's question
/// whether it is kept costs nothing where it never is, but is answered wrong for every eighth row of a hundred a
/// group, and each time the processor waits for the state before it knows. Once groups have had some rows a value,
/// rows that are not kept are sorted out before, in passes without a branch.
///
/// Values are [OrderedLongs], all bits turned where the least are wanted. The least long stands for no value;
/// where it comes as a value, it is counted.
final class TopFewReduction implements Reduction, Absorbing {
    /// The most values that a state holds.
    static final int MAX_VALUES = 4;

    private static final String PURPOSE = "group top values";
    private static final long NONE = Long.MIN_VALUE;

    /// After so many rows a group and value, at most one row in four changes a state, if rows come in no order.
    private static final long ROWS_A_VALUE = 4;

    private final DataType type;
    private final int k;
    private final int places;
    private final long turn;
    private final MemoryPool pool;
    private final StateColumn tops;
    private final ArgumentLane elements;
    private int[] elementIds = new int[0];
    private long[] others = new long[0];
    private final long[] leasts;
    private final int[] chosen;
    private final int[] chosenIds;
    private final long[] chosenValues;
    private long rowsAdded;
    private @Nullable StateColumn lowest;

    TopFewReduction(DataType type, int k, boolean greatest, int chunkRows, MemoryPool pool) {
        this.type = type;
        this.k = k;
        this.places = k <= 2 ? k : MAX_VALUES;
        this.turn = greatest ? 0 : -1;
        this.pool = pool;
        this.tops = new StateColumn(pool, PURPOSE, places * Long.BYTES, NONE);
        this.elements = new ArgumentLane(chunkRows, pool);
        this.leasts = new long[chunkRows];
        this.chosen = new int[chunkRows];
        this.chosenIds = new int[chunkRows];
        this.chosenValues = new long[chunkRows];
    }

    /// How it is done, and why; `name` is that of the request.
    Explanation explain(String name) {
        return new Explanation(
                "values of TOP_K in the state",
                name + ": " + places + " values a group, by minimum and maximum without a branch",
                List.of("a heap: whether a value is kept is guessed wrong too often"));
    }

    @Override
    public List<Field> stateFields() {
        return List.of(new Field("top", new DataType.ListType(type)));
    }

    @Override
    public void update(Feed feed, int groupCount) {
        tops.ensure(groupCount);
        add(feed.ids(), feed.argument(0).ordered(), feed.rows(), groupCount);
    }

    private void add(int[] ids, long[] values, int rows, int groupCount) {
        boolean isNew = rowsAdded < ROWS_A_VALUE * places * groupCount;
        if (isNew ? addToTops(ids, values, turn, rows) : addChanging(ids, values, rows)) {
            countLowest(ids, values, rows, groupCount);
        }
        rowsAdded += rows;
    }

    /// As [#addToTops], of the rows alone that change a state. Passes that each do one thing take half of the time
    /// that one loop does: 1.4 against 3.1 ns a row.
    private boolean addChanging(int[] ids, long[] values, int rows) {
        leasts(ids, rows, tops.segment(), Integer.numberOfTrailingZeros(tops.width()), leasts);
        findLess(leasts, values, turn, rows);
        int count = Bits.ones(leasts, 0, rows, chosen);
        for (int i = 0; i < count; i++) {
            chosenIds[i] = ids[chosen[i]];
            chosenValues[i] = values[chosen[i]];
        }
        addToTops(chosenIds, chosenValues, turn, count);
        return hasLowest(values, turn, rows);
    }

    /// Writes the least value of each row's group.
    private static void leasts(int[] ids, int rows, MemorySegment tops, int shift, long[] leasts) {
        long last = StateColumn.FRONT + (1L << shift) - Long.BYTES;
        for (int i = 0; i < rows; i++) {
            leasts[i] = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, last + ((long) ids[i] << shift));
        }
    }

    /// Makes each 1 if it is less than the value, turned, and 0 if not: the sign of the difference, or if that
    /// overflows its own.
    private static void findLess(long[] leasts, long[] values, long turn, int rows) {
        for (int i = 0; i < rows; i++) {
            long least = leasts[i];
            long value = values[i] ^ turn;
            long difference = least - value;
            leasts[i] = (difference ^ ((least ^ value) & (difference ^ least))) >>> (Long.SIZE - 1);
        }
    }

    /// Whether the least long is among the values, turned: 0 alone has its top bit set when 1 is taken from it and
    /// not before.
    private static boolean hasLowest(long[] values, long turn, int rows) {
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long above = values[i] ^ turn ^ NONE;
            any |= (above - 1) & ~above;
        }
        return any < 0;
    }

    /// Whether the least long was among the values, turned.
    private boolean addToTops(int[] ids, long[] values, long turned, int rows) {
        return switch (places) {
            case 1 -> addToOne(ids, values, turned, rows, tops.segment());
            case 2 -> addToTwo(ids, values, turned, rows, tops.segment());
            default -> addToFour(ids, values, turned, rows, tops.segment());
        };
    }

    private static boolean addToOne(int[] ids, long[] values, long turn, int rows, MemorySegment tops) {
        boolean anyLowest = false;
        for (int i = 0; i < rows; i++) {
            long value = values[i] ^ turn;
            long at = StateColumn.FRONT + ((long) ids[i] << 3);
            long first = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            tops.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Math.max(first, value));
            anyLowest |= value == NONE;
        }
        return anyLowest;
    }

    private static boolean addToTwo(int[] ids, long[] values, long turn, int rows, MemorySegment tops) {
        boolean anyLowest = false;
        for (int i = 0; i < rows; i++) {
            long value = values[i] ^ turn;
            long at = StateColumn.FRONT + ((long) ids[i] << 4);
            long first = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            long second = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8);
            tops.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Math.max(first, value));
            tops.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, Math.max(second, Math.min(first, value)));
            anyLowest |= value == NONE;
        }
        return anyLowest;
    }

    private static boolean addToFour(int[] ids, long[] values, long turn, int rows, MemorySegment tops) {
        boolean anyLowest = false;
        for (int i = 0; i < rows; i++) {
            long value = values[i] ^ turn;
            long at = StateColumn.FRONT + ((long) ids[i] << 5);
            long first = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
            long second = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8);
            long third = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 16);
            long fourth = tops.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 24);
            long left = Math.min(first, value);
            tops.set(ValueLayout.JAVA_LONG_UNALIGNED, at, Math.max(first, value));
            tops.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 8, Math.max(second, left));
            left = Math.min(second, left);
            tops.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 16, Math.max(third, left));
            left = Math.min(third, left);
            tops.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 24, Math.max(fourth, left));
            anyLowest |= value == NONE;
        }
        return anyLowest;
    }

    private void countLowest(int[] ids, long[] values, int rows, int groupCount) {
        StateColumn counts = lowestCounts(groupCount);
        for (int i = 0; i < rows; i++) {
            if ((values[i] ^ turn) == NONE) {
                addLowest(counts.segment(), ids[i], 1);
            }
        }
    }

    private StateColumn lowestCounts(int groupCount) {
        StateColumn counts = lowest == null ? lowest = new StateColumn(pool, PURPOSE, Integer.BYTES, 0) : lowest;
        counts.ensure(groupCount);
        return counts;
    }

    private void addLowest(MemorySegment counts, int id, int more) {
        long at = StateColumn.FRONT + ((long) id << 2);
        int count = counts.get(ValueLayout.JAVA_INT_UNALIGNED, at);
        counts.set(ValueLayout.JAVA_INT_UNALIGNED, at, Math.min(k, count + more));
    }

    /// The lists of a chunk lie one behind the other, so their elements are rows.
    @Override
    public void merge(Feed states, int groupCount) {
        tops.ensure(groupCount);
        ListColumn lists = (ListColumn) states.argument(0).column();
        long row = states.argument(0).from();
        long end = lists.offsets().start(row + states.rows());
        elements.begin(lists.elements());
        int step = elements.chunkRows();
        elementIds = elementIds.length < step ? new int[step] : elementIds;
        int list = 0;
        for (long start = lists.offsets().start(row); start < end; start += step) {
            int count = (int) Math.min(step, end - start);
            for (int i = 0; i < count; i++) {
                while (start + i >= lists.offsets().start(row + list + 1)) {
                    list++;
                }
                elementIds[i] = states.ids()[list];
            }
            elements.chunk(start, count);
            add(elementIds, elements.ordered(), count, groupCount);
        }
        elements.close();
    }

    /// What is no value in a state is less than all values, and changes nothing.
    @Override
    public void absorb(Reduction other, int first, int count, int[] ids, int groupCount) {
        TopFewReduction source = (TopFewReduction) other;
        tops.ensure(groupCount);
        source.tops.ensure(first + count);
        others = others.length < count ? new long[count] : others;
        for (int place = 0; place < places; place++) {
            tops(source.tops.segment(), first, count, places, place, others);
            addToTops(ids, others, 0, count);
        }
        if (source.lowest != null) {
            absorbLowest(source.lowest, first, count, ids, groupCount);
        }
    }

    private static void tops(MemorySegment tops, int first, int count, int places, int place, long[] values) {
        for (int i = 0; i < count; i++) {
            values[i] = top(tops, first + i, places, place);
        }
    }

    private void absorbLowest(StateColumn source, int first, int count, int[] ids, int groupCount) {
        StateColumn counts = lowestCounts(groupCount);
        source.ensure(first + count);
        for (int i = 0; i < count; i++) {
            int more =
                    source.segment().get(ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((first + (long) i) << 2));
            addLowest(counts.segment(), ids[i], more);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        tops.ensure(groupCount);
        try (Scope scope = new Scope();
                Buffer values = pool.allocate((long) groupCount * k * Long.BYTES, PURPOSE)) {
            Buffer starts = scope.add(pool.allocate((groupCount + 1L) * Integer.BYTES, PURPOSE));
            int total = put(groupCount, starts.segment(), values.segment());
            Column found = scope.add(OrderedLongs.column(
                    type, values.segment(), 0, Long.BYTES, turn, total, Validity.allValid(total), pool));
            Validity validity = Lists.nonEmpty(starts.segment(), groupCount, pool);
            scope.release();
            return List.of(new ListColumn(new Offsets(starts, false, groupCount), found, validity));
        }
    }

    /// Writes where the values of each group start, and all values one after the other; returns how many these are.
    private int put(int groupCount, MemorySegment starts, MemorySegment values) {
        StateColumn counts = lowest;
        if (counts == null) {
            return put(tops.segment(), groupCount, places, k, starts, values);
        }
        counts.ensure(groupCount);
        int total = 0;
        for (int id = 0; id < groupCount; id++) {
            starts.setAtIndex(ValueLayout.JAVA_INT, id, total);
            int known = counts.segment().get(ValueLayout.JAVA_INT_UNALIGNED, StateColumn.FRONT + ((long) id << 2));
            for (int place = 0; place < k; place++) {
                long value = top(tops.segment(), id, places, place);
                if (value != NONE || known-- > 0) {
                    values.setAtIndex(ValueLayout.JAVA_LONG, total++, value);
                }
            }
        }
        starts.setAtIndex(ValueLayout.JAVA_INT, groupCount, total);
        return total;
    }

    /// As above where the least long never came: what is no value is written, and then written over.
    private static int put(
            MemorySegment tops, int groupCount, int places, int k, MemorySegment starts, MemorySegment values) {
        int total = 0;
        for (int id = 0; id < groupCount; id++) {
            starts.setAtIndex(ValueLayout.JAVA_INT, id, total);
            int next = total;
            for (int place = 0; place < k; place++) {
                long value = top(tops, id, places, place);
                values.setAtIndex(ValueLayout.JAVA_LONG, total + place, value);
                next += value == NONE ? 0 : 1;
            }
            total = next;
        }
        starts.setAtIndex(ValueLayout.JAVA_INT, groupCount, total);
        return total;
    }

    private static long top(MemorySegment tops, int id, int places, int place) {
        return tops.get(ValueLayout.JAVA_LONG_UNALIGNED, StateColumn.FRONT + (((long) id * places + place) << 3));
    }

    @Override
    public void clear() {
        rowsAdded = 0;
        tops.clear();
        if (lowest != null) {
            lowest.clear();
        }
    }

    @Override
    public void close() {
        tops.close();
        elements.close();
        if (lowest != null) {
            lowest.close();
            lowest = null;
        }
    }
}
