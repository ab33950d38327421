package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
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
        return new Result.OfLists(this::lists);
    }

    private DeviceColumn lists(HostResults wanted) {
        counts.reserve(wanted.all());
        int groups = wanted.groups();
        Buffer numbers = wanted.numbers();
        long elements = Math.multiplyExact(groups, edgeCount + 1);
        try (Closer closer = new Closer()) {
            Buffer words = closer.add(run.allocate(Math.max(1, elements * Long.BYTES), PURPOSE));
            Buffer starts = closer.add(run.filled((groups + 1L) * Integer.BYTES, 0, PURPOSE));
            Buffer taken = closer.add(run.allocate(Math.max(1, (groups + 31L) / 32 * Integer.BYTES), PURPOSE));
            run.each(
                    KERNEL,
                    "histogram_lists",
                    groups,
                    counts.address(),
                    numbers == null ? 0 : numbers.address(),
                    groups,
                    edgeCount,
                    words.address(),
                    starts.address(),
                    taken.address());
            closer.release();
            DeviceColumn buckets = new DeviceColumn(DataType.INT64, elements, words, null, 0);
            return DeviceColumn.ofLists(groups, starts, taken, buckets);
        }
    }

    @Override
    public void close() {
        edges.close();
        counts.close();
    }
}
