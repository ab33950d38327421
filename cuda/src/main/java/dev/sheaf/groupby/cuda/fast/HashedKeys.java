package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.DeviceMemory;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.KeyFindings;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.ForcedPlan;
import dev.sheaf.groupby.cuda.strategy.Planner;
import dev.sheaf.memory.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keys of many groups by their hashes: `hash_rows.cu`. Hashes are moved to partitions like any key, where the first
/// row of each is found (`partition_firsts.cu`). The key of each row is compared with that of the first, so a hash
/// never decides.
///
/// Cost: the keys are read twice, and those of first rows at random; 12 bytes a row.
///
/// @param hashBits bits of a hash: 64, or fewer to see what becomes of keys with the same hash
public record HashedKeys(PlanRun plans, Stream stream, int hashBits) {
    private static final String PURPOSE = "hashes of keys";
    private static final int THREADS = 256;
    private static final int WARP = 32;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 8;

    /// As in `hash_rows.cu`: rows of a thread at once.
    private static final int ROWS = 4;

    /// A million groups of texts of 32 bytes take as long by numbers, and 39 million 1.25 times; 25 and 50 million
    /// of three or four numbers 2.0 and 2.5 times (50 million rows on an H200).
    private static final long LEAST_GROUPS = 1 << 22;

    /// Numbers cost as much as moving values of so many bytes of a row twice.
    private static final int LEAST_MOVED = 16;

    private static final Specialization KERNEL = Specialization.of(KernelFile.HASH_ROWS)
            .number("THREADS", THREADS)
            .number("KEYS", KeyKind.MOST)
            .code("Keys", KeyKind.text(List.of()));

    /// Whether numbers find the groups of keys that are words sooner than partitions of words do: of rows
    /// that are mostly groups of their own, values are not moved then.
    static boolean areBetterNumbered(
            FastRequest request, ScanShape shape, KeyFindings findings, String forced, Planner planner) {
        List<DeviceColumn> columns = request.rows().table().columns();
        return forced.isEmpty()
                && request.numbers() == 0
                && request.rows().where().isEmpty()
                && request.rows().upload().count() == 1
                && shape.argumentBytes() >= LEAST_MOVED
                && findings.areMostlySingle()
                && areMany(request, Optional.of(findings), forced, planner)
                && request.keys().stream()
                        .allMatch(key -> key < columns.size()
                                && KeyKind.of(columns.get(key)).isPresent());
    }

    /// Whether hashes tell groups apart sooner than a table of all of them does: many groups, of which none has so many
    /// rows, or so many that lie together, that these are found by themselves.
    static boolean areMany(FastRequest request, Optional<KeyFindings> seen, String forced, Planner planner) {
        return request.keys().size() <= KeyKind.MOST
                && (ForcedPlan.isPartition(forced)
                        || ForcedPlan.isSingle(forced)
                        || seen.filter(findings -> Planner.withSkew(findings) >= LEAST_GROUPS)
                                .filter(findings -> !Planner.isHot(FirstPlan.hottest(findings)))
                                .filter(findings -> planner.clustered(findings).isEmpty())
                                .isPresent());
    }

    /// Whether rows are enough for many groups.
    static boolean mayBeMany(long rows) {
        return rows >= LEAST_GROUPS;
    }

    /// What is compiled, and shipped.
    public static Specialization specialization() {
        return KERNEL;
    }

    /// Dense numbers of groups, and a row of each, its first; nothing if two keys have one hash.
    ///
    /// Cost: 12 bytes a row are moved to partitions and read there (`partition_firsts.cu`); a word at random
    /// for each row that is not the first of its group. Where groups are many, that is less than half of what
    /// a table of all of them costs.
    ///
    /// @param group finds the first rows of groups by hashes
    Optional<RowNumbers> number(List<DeviceColumn> keys, boolean keepsNulls, Function<FastRequest, Outcome> group) {
        long count = keys.getFirst().length();
        boolean hasNulls = !keepsNulls && keys.stream().anyMatch(key -> key.validity() != null);
        long words = (count + WARP - 1) / WARP;
        try (Buffer numbers = allocate(count * Integer.BYTES);
                Buffer valid = allocate(hasNulls ? words * Integer.BYTES : Integer.BYTES)) {
            try (Buffer hashes = allocate(count * Long.BYTES)) {
                hash(keys, count, hashes, numbers, hasNulls ? valid.address() : 0);
                Outcome firsts = group.apply(FastRequest.firsts(
                        new DeviceColumn(DataType.UINT64, count, hashes, hasNulls ? valid : null, 0),
                        new DeviceColumn(DataType.UINT32, count, numbers, null, 0)));
                if (!(firsts instanceof Outcome.Grouped(DeviceGroups none, String _))) {
                    return Optional.empty();
                }
                none.close();
            }
            return numbered(keys, numbers, hasNulls ? valid : null);
        }
    }

    /// From the first rows of groups to dense numbers, in their place; nothing if two keys have one hash. Within a
    /// thousand rows, numbers of groups with one row are in the order of rows.
    private Optional<RowNumbers> numbered(List<DeviceColumn> keys, Buffer numbers, @Nullable Buffer valid) {
        long count = keys.getFirst().length();
        long words = (count + WARP - 1) / WARP;
        DeviceMemory memory = stream.device().memory();
        long countBytes = 4L * Long.BYTES;
        long sharedBytes = words * Integer.BYTES;
        try (Buffer bits = allocate(words * Integer.BYTES);
                Buffer starts = allocate(words * Long.BYTES);
                Buffer groupRows = allocate(count * Integer.BYTES);
                Buffer zeros = memory.allocateZeroed(plans.accounts(), countBytes + sharedBytes, PURPOSE, stream);
                Signal signal = new Signal(plans.accounts(), 3, PURPOSE, stream)) {
            KernelStruct struct = new KernelStruct(stream)
                    .add(count)
                    .add(numbers.address())
                    .add(valid == null ? 0 : valid.address())
                    .add(zeros.address() + countBytes)
                    .add(bits.address())
                    .add(starts.address())
                    .add(groupRows.address())
                    .add(zeros.address())
                    .add(signal.address());
            KeyKind.writeAny(struct, keys);
            Kernel kernel = kernel();
            launch(kernel, "mark_shared", count, THREADS, struct);
            launch(kernel, "mark_firsts", count, ROWS * THREADS, struct);
            launch(kernel, "number_firsts", count, THREADS, struct);
            signal.await();
            if (signal.get(2) != 0) {
                return Optional.empty();
            }
            DeviceColumn column =
                    new DeviceColumn(DataType.INT32, count, numbers.retain(), valid == null ? null : valid.retain(), 0);
            long shared = signal.get(0);
            return Optional.of(new RowNumbers(column, shared + signal.get(1), shared, groupRows.retain()));
        }
    }

    private void launch(Kernel kernel, String function, long rows, int rowsOfBlock, KernelStruct struct) {
        int blocks = Math.toIntExact((rows + rowsOfBlock - 1) / rowsOfBlock);
        stream.launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), struct.segment());
    }

    private Kernel kernel() {
        return plans.kernels().get(KernelFile.HASH_ROWS, () -> KERNEL);
    }

    private void hash(List<DeviceColumn> keys, long rows, Buffer hashes, Buffer numbers, long valid) {
        KernelStruct struct = new KernelStruct(stream).add(rows).add((long) Long.SIZE - hashBits);
        KeyKind.writeAny(struct, keys);
        struct.add(hashes.address()).add(numbers.address()).add(valid);
        long blocks = Math.min(
                (rows + ROWS * THREADS - 1) / (ROWS * THREADS),
                (long) stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR);
        stream.launchWith(kernel().function(), new LaunchShape((int) blocks, THREADS), struct.segment());
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(plans.accounts(), bytes, PURPOSE, stream);
    }
}
