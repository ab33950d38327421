package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// HISTOGRAM of an operand: how many values lie between each two of some edges, below and above all.
final class HistogramState implements GroupState {
    private static final Specialization KERNEL = Specialization.of(KernelFile.HISTOGRAM);
    private static final String PURPOSE = "group histograms";

    private final DeviceRun run;
    private final int operand;
    private final DataType type;
    private final int edgeCount;
    private final Buffer edges;
    private final DeviceArray counts;

    HistogramState(DeviceRun run, int operand, DataType type, List<Double> edges) {
        this.run = run;
        this.operand = operand;
        this.type = type;
        this.edgeCount = edges.size();
        double[] numbers = edges.stream().mapToDouble(Double::doubleValue).toArray();
        MemorySegment words = Scratch.block(numbers.length * (long) Double.BYTES);
        MemorySegment.copy(numbers, 0, words, JAVA_DOUBLE, 0, numbers.length);
        this.edges = run.small(words, "histogram edges");
        try {
            this.counts = new DeviceArray(run, (edgeCount + 1) * Long.BYTES, 0, PURPOSE);
        } catch (RuntimeException | Error failure) {
            this.edges.close();
            throw failure;
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        counts.reserve(chunk.groupCount());
        try (Buffer doubles = OperandDoubles.of(run, chunk, operand, type)) {
            run.each(
                    KERNEL,
                    "histogram",
                    chunk.rows(),
                    doubles.address(),
                    chunk.operands().get(operand).validAddress(),
                    mask,
                    chunk.groups().address(),
                    chunk.rows(),
                    edges.address(),
                    edgeCount,
                    counts.address());
        }
    }

    @Override
    public Result result(int groups) {
        return new Result.OfHost(this::column);
    }

    private Column column(HostResults results) {
        int groups = results.groups();
        int buckets = edgeCount + 1;
        try (Closer closer = new Closer()) {
            long all = (long) groups * buckets;
            Buffer words = results.each(counts, buckets * Long.BYTES);
            closer.add(words);
            Buffer starts = results.pool().allocate((groups + 1L) * Long.BYTES, PURPOSE);
            closer.add(starts);
            for (int group = 0; group <= groups; group++) {
                starts.segment().setAtIndex(JAVA_LONG, group, (long) group * buckets);
            }
            Validity validity =
                    results.validity(groups, group -> hasValues(words.segment(), (long) group * buckets, buckets));
            closer.release();
            Column elements = new FixedColumn(DataType.INT64, all, words, Validity.allValid(all));
            return new ListColumn(new Offsets(starts, true, groups), elements, validity);
        }
    }

    private static boolean hasValues(MemorySegment counts, long first, int buckets) {
        for (int i = 0; i < buckets; i++) {
            if (counts.getAtIndex(JAVA_LONG, first + i) != 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        edges.close();
        counts.close();
    }
}
