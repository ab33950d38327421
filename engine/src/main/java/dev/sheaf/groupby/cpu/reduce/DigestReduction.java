package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
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
import java.util.Arrays;
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
    // least and the greatest value.
    private static final int WIDTH = 40;
    private static final int COUNT_AT = 8;
    private static final int SORTED_AT = 12;
    private static final int ROOM_AT = 16;
    private static final int MIN_AT = 24;
    private static final int MAX_AT = 32;

    private final int bound;
    private final MemoryPool pool;
    private final Digest digest;
    private final Digest own;
    private final StateColumn runs;
    private final ByteHeap heap;
    private final GroupValidity seen;
    private double[] values = new double[0];

    DigestReduction(int compression, MemoryPool pool) {
        this.bound = ROOM_PER_CENTROID * Digest.mostCentroids(compression);
        this.pool = pool;
        this.digest = new Digest(compression);
        this.own = new Digest(compression);
        this.runs = new StateColumn(pool, PURPOSE, WIDTH, 0);
        this.heap = new ByteHeap(pool, PURPOSE);
        this.seen = new GroupValidity(pool);
    }

    /// The fields of the state, which are those of a digest as a value, too.
    static List<Field> fields() {
        return List.of(
                new Field("means", new DataType.ListType(DataType.FLOAT64)),
                new Field("weights", new DataType.ListType(DataType.INT64)),
                new Field("min", DataType.FLOAT64),
                new Field("max", DataType.FLOAT64));
    }

    @Override
    public List<StateField> stateFields() {
        return fields().stream()
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

    private void add(long at, double value) {
        include(at, value, value);
        int count = makeRoom(at);
        set(run(at), count, value, 1);
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

    private void set(long run, int entry, double mean, long weight) {
        heap.segment().set(ValueLayout.JAVA_DOUBLE_UNALIGNED, run + (long) entry * ENTRY, mean);
        heap.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, run + (long) entry * ENTRY + Long.BYTES, weight);
    }

    /// NaN is greater than every number, as everywhere.
    private void include(long at, double least, double greatest) {
        MemorySegment states = runs.segment();
        boolean isFirst = count(at) == 0;
        double min = states.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + MIN_AT);
        double max = states.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + MAX_AT);
        if (isFirst || Double.compare(least, min) < 0) {
            states.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + MIN_AT, least);
        }
        if (isFirst || Double.compare(greatest, max) > 0) {
            states.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at + MAX_AT, greatest);
        }
    }

    /// Makes room for one entry more and returns how many there are.
    private int makeRoom(long at) {
        int count = count(at);
        int room = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT);
        if (count < room) {
            return count;
        }
        if (room < bound) {
            grow(at, count, Math.min(bound, Math.max(FIRST_ROOM, 2 * room)));
            return count;
        }
        load(at);
        digest.compress();
        store(at);
        return count(at);
    }

    private void grow(long at, int count, int room) {
        long run = heap.reserve((long) room * ENTRY);
        MemorySegment.copy(heap.segment(), run(at), heap.segment(), run, (long) count * ENTRY);
        runs.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, at, run);
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT, room);
    }

    /// Puts the entries of a group into the digest, in order.
    private void load(long at) {
        int count = count(at);
        int sorted = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + SORTED_AT);
        long run = run(at);
        int added = count - sorted;
        values = values.length < added ? new double[Math.max(bound, added)] : values;
        for (int i = 0; i < added; i++) {
            values[i] = mean(run, sorted + i);
        }
        Arrays.sort(values, 0, added);
        digest.clear();
        int next = 0;
        for (int i = 0; i < sorted; i++) {
            double mean = mean(run, i);
            for (; next < added && Double.compare(values[next], mean) < 0; next++) {
                digest.add(values[next], 1);
            }
            digest.add(mean, weight(run, i));
        }
        for (; next < added; next++) {
            digest.add(values[next], 1);
        }
    }

    private double mean(long run, int entry) {
        return heap.segment().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, run + (long) entry * ENTRY);
    }

    private long weight(long run, int entry) {
        return heap.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, run + (long) entry * ENTRY + Long.BYTES);
    }

    /// Puts the digest in the place of a group's entries, for which there is room.
    private void store(long at) {
        long run = run(at);
        for (int i = 0; i < digest.size(); i++) {
            set(run, i, digest.mean(i), digest.weight(i));
        }
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + COUNT_AT, digest.size());
        runs.segment().set(ValueLayout.JAVA_INT_UNALIGNED, at + SORTED_AT, digest.size());
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        runs.ensure(groupCount, states.ids(), states.rows());
        seen.mark(states, groupCount);
        ListColumn means = (ListColumn) states.argument(0).column();
        ListColumn weights = (ListColumn) states.argument(1).column();
        double[] least = states.argument(2).doubles();
        double[] greatest = states.argument(3).doubles();
        for (int i = 0; i < states.rows(); i++) {
            if (states.ids()[i] >= 0) {
                long at = at(states.ids()[i]);
                include(at, least[i], greatest[i]);
                merge(at, means, weights, states.argument(0).from() + i);
            }
        }
    }

    /// Both sides' centroids in order, compressed if they are more than the bound.
    private void merge(long at, ListColumn means, ListColumn weights, long row) {
        load(at);
        MemorySegment otherMeans = ((FixedColumn) means.elements()).segment();
        MemorySegment otherWeights = ((FixedColumn) weights.elements()).segment();
        long next = means.offsets().start(row);
        long end = means.offsets().start(row + 1);
        long toWeight = weights.offsets().start(row) - next;
        own.clear();
        for (int i = 0; i < digest.size(); i++) {
            own.add(digest.mean(i), digest.weight(i));
        }
        digest.clear();
        for (int i = 0; i <= own.size(); i++) {
            for (; next < end && (i == own.size() || comesFirst(otherMeans, next, own.mean(i))); next++) {
                digest.add(
                        otherMeans.getAtIndex(ValueLayout.JAVA_DOUBLE, next),
                        otherWeights.getAtIndex(ValueLayout.JAVA_LONG, next + toWeight));
            }
            if (i < own.size()) {
                digest.add(own.mean(i), own.weight(i));
            }
        }
        if (digest.size() > bound) {
            digest.compress();
        }
        int room = runs.segment().get(ValueLayout.JAVA_INT_UNALIGNED, at + ROOM_AT);
        if (digest.size() > room) {
            grow(at, count(at), Math.min(bound, Math.max(digest.size(), 2 * room)));
        }
        store(at);
    }

    private static boolean comesFirst(MemorySegment means, long index, double other) {
        return Double.compare(means.getAtIndex(ValueLayout.JAVA_DOUBLE, index), other) < 0;
    }

    @Override
    public List<Column> export(int groupCount) {
        runs.ensure(groupCount);
        long total = 0;
        for (int id = 0; id < groupCount; id++) {
            total += count(at(id));
        }
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, PURPOSE));
            Buffer means = closer.add(pool.allocate(total * Double.BYTES, PURPOSE));
            Buffer weights = closer.add(pool.allocate(total * Long.BYTES, PURPOSE));
            Buffer least = closer.add(pool.allocate((long) groupCount * Double.BYTES, PURPOSE));
            Buffer greatest = closer.add(pool.allocate((long) groupCount * Double.BYTES, PURPOSE));
            long place = 0;
            for (int id = 0; id < groupCount; id++) {
                starts.segment().setAtIndex(ValueLayout.JAVA_LONG, id, place);
                place = export(id, place, means.segment(), weights.segment());
                MemorySegment.copy(runs.segment(), at(id) + MIN_AT, least.segment(), id * 8L, Double.BYTES);
                MemorySegment.copy(runs.segment(), at(id) + MAX_AT, greatest.segment(), id * 8L, Double.BYTES);
            }
            starts.segment().setAtIndex(ValueLayout.JAVA_LONG, groupCount, place);
            Validity validity = closer.add(seen.validity(groupCount));
            closer.release();
            return columns(starts, means, weights, least, greatest, validity, groupCount);
        }
    }

    private long export(int id, long start, MemorySegment means, MemorySegment weights) {
        load(at(id));
        for (int i = 0; i < digest.size(); i++) {
            means.setAtIndex(ValueLayout.JAVA_DOUBLE, start + i, digest.mean(i));
            weights.setAtIndex(ValueLayout.JAVA_LONG, start + i, digest.weight(i));
        }
        return start + digest.size();
    }

    private static List<Column> columns(
            Buffer starts,
            Buffer means,
            Buffer weights,
            Buffer least,
            Buffer greatest,
            Validity validity,
            int groupCount) {
        long total = means.byteSize() / Double.BYTES;
        Column allMeans = new FixedColumn(DataType.FLOAT64, total, means, Validity.allValid(total));
        Column allWeights = new FixedColumn(DataType.INT64, total, weights, Validity.allValid(total));
        Offsets places = Offsets.fitting(starts, groupCount);
        Offsets same = new Offsets(places.buffer().retain(), places.wide(), groupCount);
        return List.of(
                new ListColumn(places, allMeans, validity),
                new ListColumn(same, allWeights, validity.slice(0, groupCount)),
                new FixedColumn(DataType.FLOAT64, groupCount, least, validity.slice(0, groupCount)),
                new FixedColumn(DataType.FLOAT64, groupCount, greatest, validity.slice(0, groupCount)));
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
