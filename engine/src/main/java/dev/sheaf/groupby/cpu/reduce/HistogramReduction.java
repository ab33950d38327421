package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.GroupValidity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.chunk.Widen;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.List;

/// HISTOGRAM: for each group, how many values lie between each two of some edges, below and above all.
final class HistogramReduction implements Reduction {
    private final double[] edges;
    private final int buckets;
    private final MemoryPool pool;
    private final StateColumn counts;
    private final GroupValidity seen;

    HistogramReduction(List<Double> edges, MemoryPool pool) {
        this.edges = edges.stream().mapToDouble(Double::doubleValue).toArray();
        this.buckets = edges.size() + 1;
        this.pool = pool;
        this.counts = new StateColumn(pool, "group histograms", Math.multiplyExact(buckets, Long.BYTES), 0);
        this.seen = new GroupValidity(pool);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("counts", new DataType.ListType(DataType.INT64)));
    }

    @Override
    public boolean hasRoom(int groups, long rows) {
        return StateColumn.fits(groups + rows, buckets * Long.BYTES);
    }

    @Override
    public void update(ReductionInput chunk, int groupCount) {
        ReductionInput input = chunk.counting();
        counts.ensure(groupCount);
        seen.mark(input, groupCount);
        double[] values = input.argument(0).doubles();
        for (int i = 0; i < input.rows(); i++) {
            if (input.ids()[i] >= 0) {
                add(counts.longs(), placeOf(input.ids()[i], bucket(values[i])), 1);
            }
        }
    }

    /// The number of edges at or below the value; NaN has all of them below it.
    private int bucket(double value) {
        int low = 0;
        int high = edges.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (value < edges[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static void add(long[] others, int at, LongBuffer counts) {
        for (int bucket = 0; bucket < others.length; bucket++) {
            counts.put(at + bucket, counts.get(at + bucket) + others[bucket]);
        }
    }

    private int placeOf(int id, int bucket) {
        return StateColumn.FRONT_LONGS + id * buckets + bucket;
    }

    private static void add(LongBuffer states, int at, long count) {
        states.put(at, states.get(at) + count);
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        counts.ensure(groupCount);
        seen.mark(states, groupCount);
        ListColumn lists = (ListColumn) states.argument(0).column();
        FixedColumn elements = (FixedColumn) lists.elements();
        long[] others = new long[buckets];
        for (int i = 0; i < states.rows(); i++) {
            if (states.ids()[i] >= 0) {
                long start = lists.offsets().start(states.argument(0).from() + i);
                Widen.longs(elements, start, buckets, others);
                add(others, placeOf(states.ids()[i], 0), counts.longs());
            }
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        counts.ensure(groupCount);
        try (Closer closer = new Closer()) {
            Buffer starts = closer.add(pool.allocate((groupCount + 1L) * Long.BYTES, "group histograms"));
            LongBuffer places = Views.longs(starts.segment(), 0, groupCount + 1L);
            for (int id = 0; id <= groupCount; id++) {
                places.put(id, (long) id * buckets);
            }
            Validity validity = closer.add(seen.validity(groupCount));
            long total = (long) groupCount * buckets;
            Column elements = new FixedColumn(DataType.INT64, total, counts.view(groupCount), Validity.allValid(total));
            closer.release();
            return List.of(new ListColumn(Offsets.fitting(starts, groupCount), elements, validity));
        }
    }

    @Override
    public void clear() {
        counts.clear();
        seen.clear();
    }

    @Override
    public void close() {
        counts.close();
        seen.close();
    }
}
