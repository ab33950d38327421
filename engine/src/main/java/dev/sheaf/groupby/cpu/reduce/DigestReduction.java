package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ByteHeap;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// TDIGEST and APPROX_QUANTILE: a [Digest] for each group, in a run of one buffer that doubles up to a bound.
///
/// A run holds centroids that rise, then values as they came. When the bound is reached, all are sorted and
/// compressed; a group of fewer values keeps every one of them, and its quantiles are exact.
final class DigestReduction implements Reduction {
    private static final String PURPOSE = "group digests";
    private static final int FIRST_ROOM = 4;

    /// Room for values against centroids: so many times fewer compressions than values.
    private static final int ROOM_PER_CENTROID = 4;

    private static final int ENTRY = 16;

    // A state: the place of the run; its entries, those of them that are centroids in order, and its room; the
    // least and the greatest value, once there are centroids in order.
    private static final int WIDTH = 40;
    private static final int COUNT_AT = 8;
    private static final int SORTED_AT = 12;
    private static final int ROOM_AT = 16;
    private static final int MIN_AT = 24;
    private static final int MAX_AT = 32;

    // The same as words of eight bytes.
    private static final int COUNTS = COUNT_AT / Long.BYTES;
    private static final int MIN = MIN_AT / Long.BYTES;
    private static final int MAX = MAX_AT / Long.BYTES;

    private final int bound;
    private final MemoryPool pool;
    private final Digest digest;
    private final StateColumn runs;
    private final ByteHeap heap;
    private final GroupValidity seen;

    // Of the group that is loaded.
    private final long[] state = new long[WIDTH / Long.BYTES];
    private long[] entries = new long[0];
    private double least;
    private double greatest;

    DigestReduction(int compression, MemoryPool pool) {
        this.bound = ROOM_PER_CENTROID * Digest.mostCentroids(compression);
        this.pool = pool;
        this.digest = new Digest(compression);
        this.runs = new StateColumn(pool, PURPOSE, WIDTH, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return Digest.fields().stream()
                .map(field -> new StateField(field, StateField.Role.VALUE))
                .toList();
    }

    @Override
    public void reserve(int groups) {
        runs.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        runs.ensure(groupCount, input.ids(), input.rows());
        seen.mark(input, groupCount);
        add(input.ids(), input.argument(0).doubles(), input.rows());
    }

    private void add(int[] ids, double[] rowValues, int rows) {
        for (int i = 0; i < rows; i++) {
            if (ids[i] >= 0) {
                add(at(ids[i]), rowValues[i]);
            }
        }
    }

    /// Adds a value to those that came since the last compression; its weight is 1 without being written.
    private void add(long at, double value) {
        int count = count(at);
        if (count == room(at)) {
            count = makeRoom(at, count);
        }
        long entry = run(at) + (long) count * ENTRY;
        heap.segment().set(ValueLayout.JAVA_DOUBLE_UNALIGNED, entry, value);
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, count + 1);
    }

    private static long at(int id) {
        return StateColumn.FRONT + (long) id * WIDTH;
    }

    private long run(long at) {
        return runs.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    private int count(long at) {
        return runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT);
    }

    private int room(long at) {
        return runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT);
    }

    /// Makes room for one entry more in a run that is full and returns how many there are then.
    private int makeRoom(long at, int count) {
        if (count < bound) {
            grow(at, count, Math.min(bound, Math.max(FIRST_ROOM, 2 * count)));
            return count;
        }
        load(at);
        digest.compress();
        store(at);
        return digest.size();
    }

    private void grow(long at, int count, int room) {
        long run = heap.reserve((long) room * ENTRY);
        MemorySegment.copy(heap.segment(), run(at), heap.segment(), run, (long) count * ENTRY);
        runs.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, run);
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT, room);
    }

    /// Puts the entries of a group into the digest, in order, and finds the least and the greatest value. What came
    /// before the last compression has them in the state, what came since is in the run.
    private void load(long at) {
        MemorySegment.copy(runs.segment(), ValueLayout.JAVA_LONG_UNALIGNED, at, state, 0, state.length);
        int count = (int) state[COUNTS];
        int sorted = (int) (state[COUNTS] >>> Integer.SIZE);
        entries = entries.length < 2 * count ? new long[2 * Math.max(bound, count)] : entries;
        MemorySegment.copy(heap.segment(), ValueLayout.JAVA_LONG_UNALIGNED, state[0], entries, 0, 2 * count);
        digest.read(entries, sorted, count);
        least = sorted == 0 ? Double.NaN : Double.longBitsToDouble(state[MIN]);
        greatest = sorted == 0 ? Double.NEGATIVE_INFINITY : Double.longBitsToDouble(state[MAX]);
        if (count > 0) {
            include(digest.mean(0), digest.mean(count - 1));
        }
    }

    /// NaN is greater than every number, as everywhere.
    private void include(double low, double high) {
        least = Double.compare(low, least) < 0 ? low : least;
        greatest = Double.compare(high, greatest) > 0 ? high : greatest;
    }

    /// Puts the digest in the place of a group's entries, for which there is room.
    private void store(long at) {
        int size = digest.size();
        entries = entries.length < 2 * size ? new long[2 * Math.max(bound, size)] : entries;
        digest.write(entries);
        MemorySegment.copy(entries, 0, heap.segment(), ValueLayout.JAVA_LONG_UNALIGNED, run(at), 2 * size);
        MemorySegment states = runs.segment();
        states.set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, size);
        states.set(ValueLayout.JAVA_INT_UNALIGNED, at + SORTED_AT, size);
        states.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + MIN_AT, least);
        states.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + MAX_AT, greatest);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        runs.ensure(groupCount, states.ids(), states.rows());
        seen.mark(states, groupCount);
        ListColumn means = (ListColumn) states.argument(0).column();
        ListColumn weights = (ListColumn) states.argument(1).column();
        double[] lows = states.argument(2).doubles();
        double[] highs = states.argument(3).doubles();
        for (int i = 0; i < states.rows(); i++) {
            if (states.ids()[i] >= 0) {
                long at = at(states.ids()[i]);
                load(at);
                include(lows[i], highs[i]);
                Digests.merge(means, weights, states.argument(0).from() + i, digest);
                storeMerged(at);
            }
        }
    }

    /// Stores the centroids of both sides, compressed if they are more than the bound.
    private void storeMerged(long at) {
        if (digest.size() > bound) {
            digest.compress();
        }
        int room = room(at);
        if (digest.size() > room) {
            grow(at, 0, Math.min(bound, Math.max(digest.size(), 2 * room)));
        }
        store(at);
    }

    @Override
    public List<Column> export(int groupCount) {
        runs.ensure(groupCount);
        long total = total(groupCount);
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, PURPOSE));
            Buffer means = closer.add(pool.allocate(total * Double.BYTES, PURPOSE));
            Buffer weights = closer.add(pool.allocate(total * Long.BYTES, PURPOSE));
            Buffer lows = closer.add(pool.allocate((long) groupCount * Double.BYTES, PURPOSE));
            Buffer highs = closer.add(pool.allocate((long) groupCount * Double.BYTES, PURPOSE));
            writeStarts(groupCount, starts.segment());
            write(groupCount, means.segment(), weights.segment(), lows.segment(), highs.segment());
            Validity validity = closer.add(seen.validity(groupCount));
            closer.release();
            return columns(starts, means, weights, lows, highs, validity, groupCount);
        }
    }

    private long total(int groupCount) {
        long total = 0;
        for (int id = 0; id < groupCount; id++) {
            total += count(at(id));
        }
        return total;
    }

    private void writeStarts(int groupCount, MemorySegment starts) {
        long place = 0;
        for (int id = 0; id < groupCount; id++) {
            starts.setAtIndex(ValueLayout.JAVA_LONG, id, place);
            place += count(at(id));
        }
        starts.setAtIndex(ValueLayout.JAVA_LONG, groupCount, place);
    }

    private void write(
            int groupCount, MemorySegment means, MemorySegment weights, MemorySegment lows, MemorySegment highs) {
        long place = 0;
        for (int id = 0; id < groupCount; id++) {
            load(at(id));
            digest.copyTo(means, weights, place);
            lows.setAtIndex(ValueLayout.JAVA_DOUBLE, id, least);
            highs.setAtIndex(ValueLayout.JAVA_DOUBLE, id, greatest);
            place += digest.size();
        }
    }

    private static List<Column> columns(
            Buffer starts, Buffer means, Buffer weights, Buffer lows, Buffer highs, Validity validity, int groupCount) {
        long total = means.byteSize() / Double.BYTES;
        Column allMeans = new FixedColumn(DataType.FLOAT64, total, means, Validity.allValid(total));
        Column allWeights = new FixedColumn(DataType.INT64, total, weights, Validity.allValid(total));
        Offsets places = Offsets.fitting(starts, groupCount);
        Offsets same = new Offsets(places.buffer().retain(), places.wide(), groupCount);
        return List.of(
                new ListColumn(places, allMeans, validity),
                new ListColumn(same, allWeights, validity.slice(0, groupCount)),
                new FixedColumn(DataType.FLOAT64, groupCount, lows, validity.slice(0, groupCount)),
                new FixedColumn(DataType.FLOAT64, groupCount, highs, validity.slice(0, groupCount)));
    }

    @Override
    public void clear() {
        runs.clear();
        heap.clear();
        seen.clear();
    }

    @Override
    public void close() {
        runs.close();
        heap.close();
        seen.close();
    }
}
