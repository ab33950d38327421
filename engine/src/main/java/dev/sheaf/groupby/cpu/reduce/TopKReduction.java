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
import dev.sheaf.memory.Longs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.List;

/// TOP_K of values of at most 64 bits: a bounded heap for each group, its least value first.
///
/// Values are [OrderedLongs], all bits turned where the least are wanted, so that the greatest are kept. Heaps of few
/// values lie in the states, so that a row touches one line of the caches; others in runs of one buffer, which double
/// up to `k` as they fill.
final class TopKReduction implements Reduction {
    private static final int FIRST_CAPACITY = 2;

    /// Heaps and their values have numbers that are ints.
    private static final long MOST_VALUES = Integer.MAX_VALUE;

    /// The most values that lie in a state, which has 64 bytes then.
    private static final int MOST_INSIDE = 6;

    // Words of a state. The first is the least value kept once there are k, with the top bit turned so that a new
    // state keeps all. Then how many values the group's heap has, below how many it has room for; then the heap, or its
    // place.
    private static final int SIZES = 1;
    private static final int HEAP = 2;

    private final DataType type;
    private final int k;
    private final long turn;
    private final MemoryPool pool;
    private final boolean isInside;
    private final int shift;
    private final StateColumn tops;
    private final ByteHeap heaps;
    private final long mostValues;
    private Longs heap;
    private final GroupValidity seen;
    private final ArgumentVector elements;
    private final int[] chosen;

    TopKReduction(DataType type, int k, boolean greatest, int chunkRows, MemoryPool pool) {
        this(type, k, greatest, chunkRows, MOST_VALUES, pool);
    }

    /// The same with room for at most so many values in all heaps.
    TopKReduction(DataType type, int k, boolean greatest, int chunkRows, long mostValues, MemoryPool pool) {
        this.type = type;
        this.mostValues = mostValues;
        this.k = k;
        this.turn = greatest ? 0 : -1;
        this.pool = pool;
        this.isInside = k <= MOST_INSIDE;
        int words = HEAP + (isInside ? Math.max(1, k) : 1);
        this.shift = Integer.SIZE - Integer.numberOfLeadingZeros(words - 1);
        this.tops = new StateColumn(pool, "group heaps", Long.BYTES << shift, 0);
        this.heaps = new ByteHeap(pool, "group heaps");
        this.heap = heaps.longs();
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
    public boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, Long.BYTES << shift) && heapValues(rows) <= mostValues;
    }

    @Override
    public long mergedRows(int groupCount) {
        return Math.max(groupCount, total(groupCount));
    }

    /// At most so many values lie in heaps after `rows` more: each heap may double, and then again as it gets rows.
    private long heapValues(long rows) {
        return isInside ? 0 : 3 * (heaps.size() / Long.BYTES) + 4 * rows;
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        begin(input, groupCount);
        long[] values = input.argument(0).ordered();
        int count = wanted(input.ids(), values, turn, input.rows(), shift, tops.longs(), chosen);
        for (int i = 0; i < count; i++) {
            int row = chosen[i];
            if (input.ids()[row] >= 0) {
                offer(input.ids()[row], values[row] ^ turn);
            }
        }
    }

    private void begin(ReductionInput input, int groupCount) {
        tops.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        findHeaps();
    }

    /// Heaps lie elsewhere once there are more.
    private void findHeaps() {
        heap = isInside ? Longs.of(tops.segment()) : heaps.longs();
    }

    /// Writes the rows whose values their groups may want, and returns how many these are. Without a branch, which
    /// would be guessed wrong where groups have few rows, and known too late where states lie outside the caches.
    private static int wanted(
            int[] ids, long[] values, long turn, int rows, int shift, LongBuffer states, int[] chosen) {
        int count = 0;
        for (int i = 0; i < rows; i++) {
            long value = values[i] ^ turn;
            long least = states.get(StateColumn.FRONT_LONGS + (ids[i] << shift)) ^ Long.MIN_VALUE;
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
        begin(states, groupCount);
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
        LongBuffer states = tops.longs();
        int at = stateAt(id);
        int count = count(at);
        if (count < k) {
            push(states, at, count, value);
        } else if (value > (states.get(at) ^ Long.MIN_VALUE)) {
            LongHeap.replaceLeast(heap, heapAt(at), count, value);
        }
        if (count >= k - 1) {
            states.put(at, heap.get(heapAt(at)) ^ Long.MIN_VALUE);
        }
    }

    private int stateAt(int id) {
        return StateColumn.FRONT_LONGS + (id << shift);
    }

    private int count(int at) {
        return (int) tops.longs().get(at + SIZES);
    }

    /// Where the heap of a state starts.
    private int heapAt(int at) {
        return isInside ? at + HEAP : (int) tops.longs().get(at + HEAP);
    }

    private void push(LongBuffer states, int at, int count, long value) {
        if (!isInside && count == (int) (states.get(at + SIZES) >>> Integer.SIZE)) {
            grow(states, at, count, Math.min(k, Math.max(FIRST_CAPACITY, 2 * count)));
        }
        states.put(at + SIZES, states.get(at + SIZES) + 1);
        LongHeap.add(heap, heapAt(at), count, value);
    }

    private void grow(LongBuffer states, int at, int count, int room) {
        checkValues(heaps.size() / Long.BYTES + room);
        int run = (int) (heaps.reserve((long) room * Long.BYTES) / Long.BYTES);
        findHeaps();
        LongHeap.copy(heap, heapAt(at), heap, run, count);
        states.put(at + HEAP, run);
        states.put(at + SIZES, (long) room << Integer.SIZE | count);
    }

    private void checkValues(long values) {
        if (values > mostValues) {
            throw new IllegalArgumentException("the " + k + " greatest or least values of each group are more than the "
                    + mostValues + " that one table has room for; aggregate fewer rows at a time, or ask for fewer");
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        tops.ensure(groupCount);
        findHeaps();
        checkValues(total(groupCount));
        int total = (int) total(groupCount);
        try (Closer closer = new Closer();
                Buffer sorted = pool.allocate((long) total * Long.BYTES, "group heaps")) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, "group heaps"));
            sortHeaps(groupCount, Views.longs(starts.segment(), 0, groupCount + 1L), Longs.of(sorted.segment()));
            Validity validity = closer.add(seen.validity(groupCount));
            Column values = OrderedLongs.column(
                    type, sorted.segment(), 0, Long.BYTES, turn, total, Validity.allValid(total), pool);
            closer.release();
            return List.of(new ListColumn(Offsets.fitting(starts, groupCount), values, validity));
        }
    }

    private long total(int groupCount) {
        tops.ensure(groupCount);
        long total = 0;
        for (int id = 0; id < groupCount; id++) {
            total += count(stateAt(id));
        }
        return total;
    }

    /// Copies the heaps one after the other, each from its greatest value to its least.
    private void sortHeaps(int groupCount, LongBuffer starts, Longs sorted) {
        int place = 0;
        for (int id = 0; id < groupCount; id++) {
            int at = stateAt(id);
            int count = count(at);
            starts.put(id, place);
            LongHeap.copy(heap, heapAt(at), sorted, place, count);
            LongHeap.sort(sorted, place, count);
            place += count;
        }
        starts.put(groupCount, place);
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
