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
import dev.sheaf.groupby.cpu.sketch.Digest;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
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

    // Words of a state: the place of the run; its entries, below those of them that are centroids in order; its room;
    // the least and the greatest value, once there are centroids in order.
    private static final int COUNTS = 1;
    private static final int ROOM = 2;
    private static final int MIN = 3;
    private static final int MAX = 4;
    private static final int WORDS = 5;
    private static final int WIDTH = WORDS * Long.BYTES;

    private final int bound;
    private final MemoryPool pool;
    private final Digest digest;
    private final StateColumn runs;
    private final ByteHeap heap;
    private final GroupValidity seen;

    // Of the group that is loaded.
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
    public boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, WIDTH);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
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
    private void add(int at, double value) {
        LongBuffer states = runs.longs();
        int count = count(at);
        if (count == room(at)) {
            count = makeRoom(at, count);
        }
        heap.bytes().putDouble(states.get(at) + (long) count * ENTRY, value);
        states.put(at + COUNTS, states.get(at + COUNTS) + 1);
    }

    private static int at(int id) {
        return StateColumn.FRONT_LONGS + id * WORDS;
    }

    private long run(int at) {
        return runs.longs().get(at);
    }

    private int count(int at) {
        return (int) runs.longs().get(at + COUNTS);
    }

    private int room(int at) {
        return (int) runs.longs().get(at + ROOM);
    }

    /// Makes room for one entry more in a run that is full and returns how many there are then.
    private int makeRoom(int at, int count) {
        if (count < bound) {
            grow(at, count, Math.min(bound, Math.max(FIRST_ROOM, 2 * count)));
            return count;
        }
        load(at);
        digest.compress();
        store(at);
        return digest.size();
    }

    private void grow(int at, int count, int room) {
        long run = heap.reserve((long) room * ENTRY);
        MemorySegment.copy(heap.segment(), run(at), heap.segment(), run, (long) count * ENTRY);
        runs.longs().put(at, run);
        runs.longs().put(at + ROOM, room);
    }

    /// Puts the entries of a group into the digest, in order, and finds the least and the greatest value. What came
    /// before the last compression has them in the state, what came since is in the run.
    private void load(int at) {
        int count = count(at);
        int sorted = (int) (runs.longs().get(at + COUNTS) >>> Integer.SIZE);
        entries = entries.length < 2 * count ? new long[2 * Math.max(bound, count)] : entries;
        MemorySegment.copy(heap.segment(), ValueLayout.JAVA_LONG_UNALIGNED, run(at), entries, 0, 2 * count);
        digest.read(entries, sorted, count);
        least = sorted == 0 ? Double.NaN : runs.doubles().get(at + MIN);
        greatest = sorted == 0 ? Double.NEGATIVE_INFINITY : runs.doubles().get(at + MAX);
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
    private void store(int at) {
        int size = digest.size();
        entries = entries.length < 2 * size ? new long[2 * Math.max(bound, size)] : entries;
        digest.write(entries);
        MemorySegment.copy(entries, 0, heap.segment(), ValueLayout.JAVA_LONG_UNALIGNED, run(at), 2 * size);
        runs.longs().put(at + COUNTS, (long) size << Integer.SIZE | size);
        runs.doubles().put(at + MIN, least);
        runs.doubles().put(at + MAX, greatest);
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
                int at = at(states.ids()[i]);
                load(at);
                include(lows[i], highs[i]);
                Digests.merge(means, weights, states.argument(0).from() + i, digest);
                storeMerged(at);
            }
        }
    }

    /// Stores the centroids of both sides, compressed if they are more than the bound.
    private void storeMerged(int at) {
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
            writeStarts(groupCount, Views.longs(starts.segment(), 0, groupCount + 1L));
            DoubleBuffer lowest = Views.doubles(lows.segment(), 0, groupCount);
            DoubleBuffer highest = Views.doubles(highs.segment(), 0, groupCount);
            write(groupCount, means.segment(), weights.segment(), lowest, highest);
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

    private void writeStarts(int groupCount, LongBuffer starts) {
        long place = 0;
        for (int id = 0; id < groupCount; id++) {
            starts.put(id, place);
            place += count(at(id));
        }
        starts.put(groupCount, place);
    }

    private void write(
            int groupCount, MemorySegment means, MemorySegment weights, DoubleBuffer lows, DoubleBuffer highs) {
        long place = 0;
        for (int id = 0; id < groupCount; id++) {
            load(at(id));
            digest.copyTo(means, weights, place);
            lows.put(id, least);
            highs.put(id, greatest);
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
