package dev.sheaf.groupby.cuda.fast;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.PrefixSums;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryLimitException;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which rows lists have that are stretches of places: `list_rows.cu`. Use inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// @param lists how many there are
/// @param numbers for each list, the number of its stretch, 32 bits; without it, stretches stand in order
/// @param most elements of a list
/// @param fromEnd whether a list has the last places of its stretch in reverse order
/// @param order the row of each place, 32 bits; without it, places are rows
public record RowLists(
        DeviceRun run,
        long lists,
        @Nullable Buffer numbers,
        long most,
        boolean fromEnd,
        @Nullable Buffer order) {
    private static final int THREADS = 256;
    private static final int BITS = 32;
    private static final String PURPOSE = "rows of lists";

    /// Where stretches start and end, by the type of these numbers.
    public record Ranges(CudaType type, long starts, long ends) {}

    /// The rows of all lists, one list behind the other.
    ///
    /// @param offsets where each list starts, int32, and where the last one ends
    /// @param taken a bit a list, set if it has a row
    /// @param rows 32 bits each
    public record Found(Buffer offsets, Buffer taken, Buffer rows, long elements) implements AutoCloseable {
        @Override
        public void close() {
            offsets.close();
            taken.close();
            rows.close();
        }
    }

    /// Where lists lie in their elements.
    ///
    /// @param offsets where each starts, int32, and where the last one ends
    /// @param taken a bit a list, set if it has a row
    public record Bounds(Buffer offsets, Buffer taken, long elements) implements AutoCloseable {
        @Override
        public void close() {
            offsets.close();
            taken.close();
        }
    }

    /// All places of stretches, in order.
    public static RowLists all(DeviceRun run, long lists, @Nullable Buffer numbers) {
        return new RowLists(run, lists, numbers, Integer.MAX_VALUE, false, null);
    }

    /// What is compiled for stretches of a type.
    public static Specialization specialization(CudaType bound) {
        return Specialization.of(KernelFile.LIST_ROWS).type("Bound", bound);
    }

    /// Some rows of a column of lists, to be closed by the caller; empty if texts come to more than 2 GiB.
    public static Optional<DeviceColumn> taken(
            DeviceColumn column, Buffer numbers, long count, DeviceRun run, KernelStore kernels) {
        DeviceColumn elements = Objects.requireNonNull(column.elements());
        long starts = column.values().address();
        Ranges stretches = new Ranges(CudaType.U32, starts, starts + Integer.BYTES);
        try (Found found = all(run, count, numbers).of(stretches);
                Closer closer = new Closer()) {
            Optional<DeviceColumn> some = elements.elements() == null
                    ? rows(found.elements(), found.rows(), run, kernels).of(elements)
                    : taken(elements, found.rows(), found.elements(), run, kernels);
            Optional<DeviceColumn> taken = some.map(closer::add);
            if (taken.isEmpty()) {
                return Optional.empty();
            }
            Buffer bits = column.validity() == null ? null : bits(column, numbers, count, run, kernels);
            closer.release();
            return Optional.of(DeviceColumn.ofLists(count, found.offsets().retain(), bits, taken.get()));
        }
    }

    private static GatheredRows rows(long count, Buffer numbers, DeviceRun run, KernelStore kernels) {
        return new GatheredRows(count, null, numbers, null, kernels, run.accounts(), run.stream());
    }

    private static Buffer bits(DeviceColumn column, Buffer numbers, long count, DeviceRun run, KernelStore kernels) {
        Buffer bits = Objects.requireNonNull(column.validity());
        DeviceColumn asBools = new DeviceColumn(DataType.BOOL, column.length(), bits, null, column.firstBit());
        return rows(count, numbers, run, kernels).of(asBools).orElseThrow().values();
    }

    /// The rows, to be closed by the caller; waits for how many there are, less than 2^31.
    public Found of(Ranges stretches) {
        try (Closer closer = new Closer()) {
            Bounds bounds = closer.add(bounds(stretches));
            long elements = bounds.elements();
            Buffer rows = closer.add(run.allocate(Math.max(1, elements * Integer.BYTES), PURPOSE));
            launch("list_rows", elements, new Memory(stretches, null, bounds), rows.address());
            closer.release();
            return new Found(bounds.offsets(), bounds.taken(), rows, elements);
        }
    }

    /// Where the lists lie, to be closed by the caller; waits for how many elements there are, less than 2^31.
    public Bounds bounds(Ranges stretches) {
        int blocks = blocks(lists);
        try (Closer closer = new Closer();
                Buffer sums = run.filled((blocks + 1L) * Long.BYTES, 0, PURPOSE)) {
            Buffer offsets = closer.add(run.filled((lists + 1) * Integer.BYTES, 0, PURPOSE));
            Buffer taken = closer.add(run.allocate(Math.max(1, (lists + BITS - 1) / BITS * Integer.BYTES), PURPOSE));
            Memory memory = new Memory(stretches, sums, new Bounds(offsets, taken, 0));
            launch("list_sizes", lists, memory, 0);
            new PrefixSums(run).addUp(sums, blocks + 1L);
            launch("list_offsets", lists, memory, 0);
            long elements = word(sums, blocks);
            if (elements > Integer.MAX_VALUE) {
                throw new MemoryLimitException(
                        "lists come to " + elements + " elements, and a column holds 2^31 - 1",
                        elements,
                        Integer.MAX_VALUE);
            }
            closer.release();
            return new Bounds(offsets, taken, elements);
        }
    }

    /// The memory of one computation.
    private record Memory(Ranges stretches, @Nullable Buffer sums, Bounds bounds) {}

    private static int blocks(long items) {
        return Math.toIntExact((items + THREADS - 1) / THREADS);
    }

    private void launch(String function, long items, Memory memory, long rows) {
        if (items == 0) {
            return;
        }
        Ranges stretches = memory.stretches();
        KernelStruct struct = new KernelStruct(run.stream())
                .add(lists)
                .add(stretches.starts())
                .add(stretches.ends())
                .add(numbers == null ? 0 : numbers.address())
                .add(most)
                .add(fromEnd ? 1L : 0L)
                .add(order == null ? 0 : order.address())
                .add(memory.sums() == null ? 0 : memory.sums().address())
                .add(memory.bounds().taken().address())
                .add(memory.bounds().offsets().address())
                .add(memory.bounds().elements())
                .add(rows);
        run.stream()
                .launchWith(
                        run.kernels().kernel(specialization(stretches.type())).function(function),
                        new LaunchShape(blocks(items), THREADS),
                        struct.segment());
    }

    private long word(Buffer words, long place) {
        MemorySegment word = Scratch.block(Long.BYTES);
        try (Buffer one = words.slice(place * Long.BYTES, Long.BYTES)) {
            run.fetch(one, word);
        }
        return word.get(JAVA_LONG, 0);
    }
}
