package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
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
/// Values are [OrderedLongs], all bits turned where the least are wanted, so that the greatest are kept. Heaps
/// lie in runs of one buffer, which double up to `k` as they fill.
final class TopKReduction implements Reduction {
    private static final int FEW_VALUES = 16;
    private static final int FIRST_CAPACITY = 2;

    // A state: the least value kept once there are k, with the top bit turned so that a new state keeps all; the
    // place of the group's heap; how many values it has and how many it has room for.
    private static final int WIDTH = 32;
    private static final int RUN_AT = 8;
    private static final int COUNT_AT = 16;
    private static final int ROOM_AT = 20;

    private final DataType type;
    private final int k;
    private final long turn;
    private final MemoryPool pool;
    private final StateColumn runs;
    private final ByteHeap heaps;
    private final GroupValidity seen;
    private final ArgumentVector elements;

    TopKReduction(DataType type, int k, boolean greatest, int chunkRows, MemoryPool pool) {
        this.type = type;
        this.k = k;
        this.turn = greatest ? 0 : -1;
        this.pool = pool;
        this.runs = new StateColumn(pool, "group heaps", WIDTH, 0);
        this.heaps = new ByteHeap(pool, "group heaps");
        this.seen = new GroupValidity(pool);
        this.elements = new ArgumentVector(chunkRows, pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("top", new DataType.ListType(type)));
    }

    @Override
    public void update(ReductionInput feed, int groupCount) {
        runs.ensure(groupCount, feed.ids(), feed.rows());
        seen.mark(feed, groupCount);
        long[] values = feed.argument(0).ordered();
        int row = 0;
        while ((row = nextToKeep(feed.ids(), values, turn, row, feed.rows(), runs.segment())) < feed.rows()) {
            if (feed.ids()[row] >= 0) {
                offer(feed.ids()[row], values[row] ^ turn);
            }
            row++;
        }
    }

    /// The first row from `from` on whose value its group may want, or `rows`.
    private static int nextToKeep(int[] ids, long[] values, long turn, int from, int rows, MemorySegment states) {
        for (int i = from; i < rows; i++) {
            long value = values[i] ^ turn;
            long at = StateColumn.FRONT + ((long) ids[i] << 5);
            long least = states.get(ValueLayout.JAVA_LONG_UNALIGNED, at) ^ Long.MIN_VALUE;
            if (value > least || value == Long.MIN_VALUE) {
                return i;
            }
        }
        return rows;
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        runs.ensure(groupCount, states.ids(), states.rows());
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
        long at = StateColumn.FRONT + ((long) id << 5);
        MemorySegment states = runs.segment();
        int count = states.get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
        if (count < k) {
            push(at, count, value);
        } else if (value > (states.get(ValueLayout.JAVA_LONG_UNALIGNED, at) ^ Long.MIN_VALUE)) {
            sink(heaps.segment(), states.get(ValueLayout.JAVA_LONG_UNALIGNED, at + RUN_AT), count, value);
        }
        if (count >= k - 1) {
            long run = states.get(ValueLayout.JAVA_LONG_UNALIGNED, at + RUN_AT);
            long least = heaps.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, run);
            states.set(ValueLayout.JAVA_LONG_UNALIGNED, at, least ^ Long.MIN_VALUE);
        }
    }

    private void push(long at, int count, long value) {
        MemorySegment states = runs.segment();
        int room = states.get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT);
        if (count == room) {
            grow(at, count, Math.min(k, Math.max(FIRST_CAPACITY, 2 * room)));
        }
        long run = states.get(ValueLayout.JAVA_LONG_UNALIGNED, at + RUN_AT);
        states.set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, count + 1);
        rise(heaps.segment(), run, count, value);
    }

    private void grow(long at, int count, int room) {
        long run = heaps.reserve((long) room * Long.BYTES);
        MemorySegment states = runs.segment();
        long before = states.get(ValueLayout.JAVA_LONG_UNALIGNED, at + RUN_AT);
        copy(heaps.segment(), before, heaps.segment(), run, count);
        states.set(ValueLayout.JAVA_LONG_UNALIGNED, at + RUN_AT, run);
        states.set(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT, room);
    }

    /// Puts a value at the end of a heap of `count` and lets it rise to its place.
    private static void rise(MemorySegment heap, long run, int count, long value) {
        int child = count;
        while (child > 0) {
            int parent = (child - 1) >>> 1;
            long above = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) parent << 3));
            if (above <= value) {
                break;
            }
            heap.set(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) child << 3), above);
            child = parent;
        }
        heap.set(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) child << 3), value);
    }

    /// Puts a value in the place of the least and lets it sink to its place.
    private static void sink(MemorySegment heap, long run, int count, long value) {
        int parent = 0;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= count) {
                break;
            }
            long least = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) child << 3));
            if (child + 1 < count) {
                long other = heap.get(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) (child + 1) << 3));
                if (other < least) {
                    least = other;
                    child++;
                }
            }
            if (value <= least) {
                break;
            }
            heap.set(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) parent << 3), least);
            parent = child;
        }
        heap.set(ValueLayout.JAVA_LONG_UNALIGNED, run + ((long) parent << 3), value);
    }

    @Override
    public List<Column> export(int groupCount) {
        runs.ensure(groupCount);
        long total = total(groupCount);
        try (Closer closer = new Closer();
                Buffer sorted = pool.allocate(total * Long.BYTES, "group heaps")) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, "group heaps"));
            sortHeaps(groupCount, starts.segment(), sorted.segment());
            Validity validity = closer.add(seen.validity(groupCount));
            Column values = OrderedLongs.column(
                    type, sorted.segment(), 0, Long.BYTES, turn, (int) total, Validity.allValid(total), pool);
            closer.release();
            return List.of(new ListColumn(new Offsets(starts, true, groupCount), values, validity));
        }
    }

    /// Heaps are mostly of a few values, for which a loop is faster than a call.
    private static void copy(MemorySegment source, long from, MemorySegment target, long to, int count) {
        if (count > FEW_VALUES) {
            MemorySegment.copy(source, from, target, to, (long) count * Long.BYTES);
            return;
        }
        for (int i = 0; i < count; i++) {
            long value = source.get(ValueLayout.JAVA_LONG_UNALIGNED, from + ((long) i << 3));
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, to + ((long) i << 3), value);
        }
    }

    private long total(int groupCount) {
        long total = 0;
        for (int id = 0; id < groupCount; id++) {
            long at = StateColumn.FRONT + ((long) id << 5);
            total += runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
        }
        return total;
    }

    /// Copies the heaps one after the other, each from its greatest value to its least, by taking the least off
    /// and writing from the end.
    private void sortHeaps(int groupCount, MemorySegment starts, MemorySegment sorted) {
        MemorySegment states = runs.segment();
        long place = 0;
        for (int id = 0; id < groupCount; id++) {
            long at = StateColumn.FRONT + ((long) id << 5);
            int count = states.get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
            long run = states.get(ValueLayout.JAVA_LONG_UNALIGNED, at + RUN_AT);
            starts.setAtIndex(ValueLayout.JAVA_LONG, id, place);
            copy(heaps.segment(), run, sorted, place << 3, count);
            for (int left = count - 1; left > 0; left--) {
                long least = sorted.getAtIndex(ValueLayout.JAVA_LONG, place);
                long end = sorted.getAtIndex(ValueLayout.JAVA_LONG, place + left);
                sink(sorted, place << 3, left, end);
                sorted.setAtIndex(ValueLayout.JAVA_LONG, place + left, least);
            }
            place += count;
        }
        starts.setAtIndex(ValueLayout.JAVA_LONG, groupCount, place);
    }

    @Override
    public void clear() {
        runs.clear();
        heaps.clear();
        seen.clear();
    }

    @Override
    public void close() {
        runs.close();
        heaps.close();
        seen.close();
        elements.close();
    }
}
