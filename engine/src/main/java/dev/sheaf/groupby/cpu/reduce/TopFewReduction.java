package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.Lists;
import dev.sheaf.groupby.cpu.chunk.OrderedLongs;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// TOP_K of up to four values of at most 64 bits, which are the state: greatest first, 8, 16 or 32 bytes a group.
///
/// A row goes through all values of its group by minimum and maximum, whether it is kept or not. A heap's question
/// whether it is kept costs nothing where it never is, but is answered wrong for every eighth row of a hundred a
/// group, and each time the processor waits for the state before it knows.
///
/// Values are [OrderedLongs], all bits turned where the least are wanted. The least long stands for no value;
/// where it comes as a value, it is counted.
final class TopFewReduction implements Reduction {
    private static final String PURPOSE = "group top values";
    private static final long NONE = Long.MIN_VALUE;

    private final DataType type;
    private final int k;
    private final int places;
    private final long turn;
    private final MemoryPool pool;
    private final StateColumn tops;
    private final ArgumentVector elements;
    private int[] elementIds = new int[0];
    private @Nullable StateColumn lowest;

    TopFewReduction(DataType type, int k, boolean greatest, int chunkRows, MemoryPool pool) {
        this.type = type;
        this.k = k;
        this.places = k <= 2 ? k : CpuSettings.MOST_TOP_INLINE;
        this.turn = greatest ? 0 : -1;
        this.pool = pool;
        this.tops = new StateColumn(pool, PURPOSE, places * Long.BYTES, NONE);
        this.elements = new ArgumentVector(chunkRows, pool);
    }

    /// How it is done, and why; `name` is that of the request.
    Explanation explain(String name) {
        return new Explanation(
                "values of TOP_K in the state",
                name + ": " + places + " values a group, by minimum and maximum without a branch",
                List.of("a heap: whether a value is kept is guessed wrong too often"));
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("top", new DataType.ListType(type)));
    }

    @Override
    public void update(ReductionInput feed, int groupCount) {
        tops.ensure(groupCount, feed.ids(), feed.rows());
        add(feed.ids(), feed.argument(0).ordered(), feed.rows(), groupCount);
    }

    private void add(int[] ids, long[] values, int rows, int groupCount) {
        if (addToTops(ids, values, rows)) {
            countLowest(ids, values, rows, groupCount);
        }
    }

    /// Whether the least long was among the values, turned.
    private boolean addToTops(int[] ids, long[] values, int rows) {
        return switch (places) {
            case 1 -> addToOne(ids, values, turn, rows, tops.segment());
            case 2 -> addToTwo(ids, values, turn, rows, tops.segment());
            default -> addToFour(ids, values, turn, rows, tops.segment());
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
                addLowest(counts.segment(), ids[i]);
            }
        }
    }

    private StateColumn lowestCounts(int groupCount) {
        StateColumn counts = lowest == null ? lowest = new StateColumn(pool, PURPOSE, Integer.BYTES, 0) : lowest;
        counts.ensure(groupCount);
        return counts;
    }

    private void addLowest(MemorySegment counts, int id) {
        long at = StateColumn.FRONT + ((long) id << 2);
        int count = counts.get(ValueLayout.JAVA_INT_UNALIGNED, at);
        counts.set(ValueLayout.JAVA_INT_UNALIGNED, at, Math.min(k, count + 1));
    }

    /// The lists of a chunk lie one behind the other, so their elements are rows.
    @Override
    public void merge(ReductionInput states, int groupCount) {
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

    @Override
    public List<Column> export(int groupCount) {
        tops.ensure(groupCount);
        try (Closer closer = new Closer();
                Buffer values = pool.allocate((long) groupCount * k * Long.BYTES, PURPOSE)) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Integer.BYTES, PURPOSE));
            int total = put(groupCount, starts.segment(), values.segment());
            Column found = closer.add(OrderedLongs.column(
                    type, values.segment(), 0, Long.BYTES, turn, total, Validity.allValid(total), pool));
            Validity validity = Lists.nonEmpty(starts.segment(), groupCount, pool);
            closer.release();
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

    /// Writes the same where the least long never came: what is no value is written, and then written over.
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
