package dev.sheaf.groupby.cuda.fast;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.column.VarColumn;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.device.DeviceTable;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.scan.DeviceAggregate;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.transfer.ColumnDownload;
import dev.sheaf.groupby.cuda.transfer.Staging;
import dev.sheaf.groupby.cuda.transfer.Upload;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The ten rows of two blocks by which the two-level hash group-by is explained, "F O F P O" and "O P O F P": what
/// lies in device memory after each phase.
final class WalkThrough {
    private static final String[] STATUS = {"F", "O", "F", "P", "O", "O", "P", "O", "F", "P"};
    private static final double[] PRICE = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
    private static final int GROUPS = 3;

    private WalkThrough() {}

    /// What lies there.
    ///
    /// @param representatives the row that stands for each group, once every row has found its place
    /// @param groups the dense number of the group of each row
    /// @param totals the sum of each group, by number
    /// @param keys the key of each group, by number
    record Arrays(int[] representatives, int[] groups, double[] totals, List<String> keys) {
        /// How the ranks of the second block's keys, O, P and F, map to the numbers of groups.
        int[] ofSecondBlock() {
            return new int[] {groups[5], groups[6], groups[8]};
        }

        /// What holds whichever row was the first to take a place.
        void check() {
            assertThat(keys).containsExactlyInAnyOrder("F", "O", "P");
            double[] wanted = new double[GROUPS];
            for (int row = 0; row < STATUS.length; row++) {
                assertThat(keys.get(groups[row])).isEqualTo(STATUS[row]);
                assertThat(STATUS[representatives[groups[row]]]).isEqualTo(STATUS[row]);
                wanted[groups[row]] += PRICE[row];
            }
            assertThat(totals).containsExactly(wanted);
        }
    }

    /// Runs the phases. Call inside of [Device#run].
    static Arrays of(Device device, KernelStore kernels, MemoryPool pool) {
        try (Table host = Table.of("status", STATUS, "price", PRICE);
                Stream stream = Stream.open(device);
                Staging staging = new Staging(pool, stream);
                DeviceTable table = Upload.table(host, staging);
                RowNumbers numbers = new RowNumbers.Tables(kernels, pool, stream, 1 << 10, Long.SIZE)
                        .of(table.columns().subList(0, 1), true)) {
            assertThat(numbers.groups()).isEqualTo(GROUPS);
            return new Arrays(
                    ints(numbers.groupRows(), GROUPS, pool, stream),
                    ints(numbers.numbers().values(), STATUS.length, pool, stream),
                    totals(table, numbers, kernels, pool, stream),
                    keys(table, numbers, kernels, pool, stream));
        }
    }

    private static double[] totals(
            DeviceTable table, RowNumbers numbers, KernelStore kernels, MemoryPool pool, Stream stream) {
        DeviceAggregate sum = new DeviceAggregate(DeviceAggregate.Function.SUM, 1, DataType.FLOAT64);
        FastRequest request = new FastRequest(new ScanRows(table), List.of(0), true, List.of(sum))
                .byNumbers(numbers.numbers(), GROUPS, 0, false);
        double[] totals = new double[GROUPS];
        try (DeviceGroups groups = ((Outcome.Grouped) new FastGroupBy(kernels, pool).group(request, stream)).groups()) {
            int[] found = ints(groups.keys().getFirst().values(), GROUPS, pool, stream);
            try (Buffer sums =
                    download(groups.results().getFirst().values(), (long) GROUPS * Double.BYTES, pool, stream)) {
                for (int i = 0; i < GROUPS; i++) {
                    totals[found[i]] = sums.segment().getAtIndex(JAVA_DOUBLE, i);
                }
            }
        }
        return totals;
    }

    private static List<String> keys(
            DeviceTable table, RowNumbers numbers, KernelStore kernels, MemoryPool pool, Stream stream) {
        GatheredRows rows = new GatheredRows(GROUPS, null, numbers.groupRows(), null, kernels, pool, stream);
        List<String> keys = new ArrayList<>();
        try (DeviceColumn gathered = rows.of(table.columns().getFirst()).orElseThrow();
                var host = (VarColumn) new ColumnDownload(pool, stream).download(gathered)) {
            for (int i = 0; i < GROUPS; i++) {
                keys.add(host.string(i));
            }
        }
        return keys;
    }

    static int[] ints(Buffer onDevice, int count, MemoryPool pool, Stream stream) {
        try (Buffer host = download(onDevice, (long) count * Integer.BYTES, pool, stream)) {
            return host.segment().asSlice(0, (long) count * Integer.BYTES).toArray(JAVA_INT);
        }
    }

    private static Buffer download(Buffer onDevice, long bytes, MemoryPool pool, Stream stream) {
        Buffer host = pool.allocate(bytes, "test");
        MemorySegment target = host.segment().asSlice(0, bytes);
        stream.download(onDevice, 0, target);
        stream.synchronize();
        return host;
    }
}
