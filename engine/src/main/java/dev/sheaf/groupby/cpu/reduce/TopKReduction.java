package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.LongHeap;
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

/// TOP_K of values of at most 64 bits: a bounded heap for each group, its least value first.
///
/// Values are [OrderedLongs], all bits turned where the least are wanted, so that the greatest are kept. Heaps of few
/// values lie in the states, so that a row touches one line of the caches; others in runs of one buffer, which double
/// up to `k` as they fill.
final class TopKReduction implements Reduction {
    private static final int FIRST_CAPACITY = 2;

    /// The most values that lie in a state, which has 64 bytes then.
    private static final int MOST_INSIDE = 6;

    // A state: the least value kept once there are k, with the top bit turned so that a new state keeps all; how many
    // values the group's heap has, and how many it has room for; then the heap, or its place.
    private static final int COUNT_AT = 8;
    private static final int ROOM_AT = 12;
    private static final int HEAP_AT = 16;

    private final DataType type;
    private final int k;
    private final long turn;
    private final MemoryPool pool;
    private final boolean isInside;
    private final int shift;
    private final StateColumn tops;
    private final ByteHeap heaps;
    private final GroupValidity seen;
    private final ArgumentVector elements;
    private final int[] chosen;

    TopKReduction(DataType type, int k, boolean greatest, int chunkRows, MemoryPool pool) {
        this.type = type;
        this.k = k;
        this.turn = greatest ? 0 : -1;
        this.pool = pool;
        this.isInside = k <= MOST_INSIDE;
        int bytes = HEAP_AT + Long.BYTES * (isInside ? Math.max(1, k) : 1);
        this.shift = Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1);
        this.tops = new StateColumn(pool, "group heaps", 1 << shift, 0);
        this.heaps = new ByteHeap(pool, "group heaps");
        this.seen = new GroupValidity(pool);
        this.elements = new ArgumentVector(chunkRows, pool);
        this.chosen = new int[chunkRows];
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("top", new DataType.ListType(type)));
    }

    @Override
    public void reserve(int groups) {
        tops.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        tops.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        long[] values = input.argument(0).ordered();
        int count = wanted(input.ids(), values, turn, input.rows(), shift, tops.segment(), chosen);
        for (int i = 0; i < count; i++) {
            int row = chosen[i];
            if (input.ids()[row] >= 0) {
                offer(input.ids()[row], values[row] ^ turn);
            }
        }
    }

    /// Writes the rows whose values their groups may want, and returns how many these are. Without a branch, which
    /// would be guessed wrong where groups have few rows, and known too late where states lie outside the caches.
    private static int wanted(
            int[] ids, long[] values, long turn, int rows, int shift, MemorySegment states, int[] chosen) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            long value = values[i] ^ turn;
            long at = StateColumn.FRONT + ((long) ids[i] << shift);
            long least = states.get(ValueLayout.JAVA_LONG_UNALIGNED, at) ^ Long.MIN_VALUE;
            chosen[count] = i;
            count += isLess(least, value) | isLess(value, Long.MIN_VALUE + 1);
        }
        return count;
    }

    /// 1 if that is so, else 0.
    private static int isLess(long one, long other) {
        return (int) (((one & ~other) | ((one ^ ~other) & (one - other))) >>> 63);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        tops.ensure(groupCount, states.ids(), states.rows());
        seen.mark(states, groupCount);
        ListColumn lists = (ListColumn) states.argument(0).column();
        elements.begin(lists.elements());
        for (int i = 0; i < states.rows(); i++) {
            long row = states.argument(0).from() + i;
            if (states.ids()[i] >= 0) {
                offerAll(
                        states.ids()[i],
                        lists.offsets().start(row),
                        lists.offsets().start(row + 1));
            }
        }
        elements.close();
    }

    private void offerAll(int id, long from, long to) {
        int step = elements.chunkRows();
        for (long start = from; start < to; start += step) {
            int rows = (int) Math.min(step, to - start);
            elements.chunk(start, rows);
            long[] values = elements.ordered();
            for (int i = 0; i < rows; i++) {
                offer(id, values[i] ^ turn);
            }
        }
    }

    private void offer(int id, long value) {
        if (k == 0) {
            return;
        }
        long at = stateAt(id);
        int count = count(at);
        if (count < k) {
            push(at, count, value);
        } else if (value > (tops.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at) ^ Long.MIN_VALUE)) {
            LongHeap.replaceLeast(heap(), heapAt(at), count, value);
        }
        if (count >= k - 1) {
            long least = heap().get(ValueLayout.JAVA_LONG_UNALIGNED, heapAt(at));
            tops.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, least ^ Long.MIN_VALUE);
        }
    }

    private long stateAt(int id) {
        return StateColumn.FRONT + ((long) id << shift);
    }

    private int count(long at) {
        return tops.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
    }

    /// Where heaps lie.
    private MemorySegment heap() {
        return isInside ? tops.segment() : heaps.segment();
    }

    /// Where the heap of a state starts.
    private long heapAt(long at) {
        return isInside ? at + HEAP_AT : tops.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at + HEAP_AT);
    }

    private void push(long at, int count, long value) {
        if (!isInside && count == tops.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT)) {
            grow(at, count, Math.min(k, Math.max(FIRST_CAPACITY, 2 * count)));
        }
        tops.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, count + 1);
        LongHeap.add(heap(), heapAt(at), count, value);
    }

    private void grow(long at, int count, int room) {
        long run = heaps.reserve((long) room * Long.BYTES);
        LongHeap.copy(heaps.segment(), heapAt(at), heaps.segment(), run, count);
        tops.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at + HEAP_AT, run);
        tops.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT, room);
    }

    @Override
    public List<Column> export(int groupCount) {
        tops.ensure(groupCount);
        long total = total(groupCount);
        try (Closer closer = new Closer();
                Buffer sorted = pool.allocate(total * Long.BYTES, "group heaps")) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, "group heaps"));
            sortHeaps(groupCount, starts.segment(), sorted.segment());
            Validity validity = closer.add(seen.validity(groupCount));
            Column values = OrderedLongs.column(
                    type, sorted.segment(), 0, Long.BYTES, turn, (int) total, Validity.allValid(total), pool);
            closer.release();
            return List.of(new ListColumn(Offsets.fitting(starts, groupCount), values, validity));
        }
    }

    private long total(int groupCount) {
        long total = 0;
        for (int id = 0; id < groupCount; id++) {
            total += count(stateAt(id));
        }
        return total;
    }

    /// Copies the heaps one after the other, each from its greatest value to its least.
    private void sortHeaps(int groupCount, MemorySegment starts, MemorySegment sorted) {
        long place = 0;
        for (int id = 0; id < groupCount; id++) {
            long at = stateAt(id);
            int count = count(at);
            starts.setAtIndex(ValueLayout.JAVA_LONG, id, place);
            LongHeap.copy(heap(), heapAt(at), sorted, place << 3, count);
            LongHeap.sort(sorted, place << 3, count);
            place += count;
        }
        starts.setAtIndex(ValueLayout.JAVA_LONG, groupCount, place);
    }

    @Override
    public void clear() {
        tops.clear();
        heaps.clear();
        seen.clear();
    }

    @Override
    public void close() {
        tops.close();
        heaps.close();
        seen.close();
        elements.close();
    }
}
