package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.PrefixSums;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A stable sort of row numbers by one key after the other, least significant first. See `radix_sort.cu`.
///
/// Cost: a pass for every 8 bits of a key, which reads the keys twice and the row numbers once and writes both, in
/// stretches; each key but the first is read once more, at random.
public final class GroupRowsSort implements AutoCloseable {
    private static final int THREADS = 256;

    /// As in `radix_sort.cu`: threads of the function of this name.
    private static final int SORTERS = 512;

    private static final int TILE = 4096;
    private static final int DIGIT_BITS = 8;
    private static final String PURPOSE = "sorted rows";
    private static final List<Specialization> KERNELS = Stream.of(CudaType.values())
            .map(key -> Specialization.of(KernelFile.RADIX_SORT).type("Key", key))
            .toList();

    private final DeviceRun run;
    private final int rows;
    private final boolean tellsPlaces;
    private final boolean tellsOrder;

    /// What undoes each pass, if places are told.
    private final List<SortPass> passes = new ArrayList<>();

    private @Nullable Buffer places;

    /// Null for the order in which the rows lie.
    private @Nullable Buffer order;

    /// Null if all rows have the same key.
    private @Nullable Buffer sortedKeys;

    private CarriedRows carried;
    private boolean isTableOrder = true;

    /// Begins with the order in which the rows lie.
    public GroupRowsSort(DeviceRun run, int rows) {
        this(run, rows, false, true, CarriedRows.NONE);
    }

    /// @param tellsPlaces whether [#places] will be asked for, which takes 3 bytes a row and pass
    public GroupRowsSort(DeviceRun run, int rows, boolean tellsPlaces) {
        this(run, rows, tellsPlaces, true, CarriedRows.NONE);
    }

    private GroupRowsSort(DeviceRun run, int rows, boolean tellsPlaces, boolean tellsOrder, CarriedRows carried) {
        this.run = run;
        this.rows = rows;
        this.tellsPlaces = tellsPlaces;
        this.tellsOrder = tellsOrder;
        this.carried = carried;
    }

    /// One of [#sortedKeys], [#undone] and [#carried] alone, by one key: values move along in the place of row numbers.
    ///
    /// @param carried by row; closed with the sort
    public static GroupRowsSort ofPlaces(DeviceRun run, int rows, CarriedRows carried) {
        return new GroupRowsSort(run, rows, true, false, carried);
    }

    /// A sort that carries values along, and row numbers where these are asked for.
    ///
    /// @param tellsOrder whether [#order] will be asked for
    /// @param carried by row; closed with the sort
    public static GroupRowsSort carrying(DeviceRun run, int rows, boolean tellsOrder, CarriedRows carried) {
        return new GroupRowsSort(run, rows, false, tellsOrder, carried);
    }

    private static Specialization kernel(CudaType key) {
        return KERNELS.get(key.ordinal());
    }

    /// Sorts by a key of every row, of which those that differ are in a range.
    public void by(Buffer keys, CudaType key, KeyRange range) {
        by(keys, key, range, 0);
    }

    /// The same by the bits from one on alone.
    public void by(Buffer keys, CudaType key, KeyRange range, int lowest) {
        closeKeys();
        if (rows == 0 || range.bits() <= lowest) {
            return;
        }
        int passes = (range.bits() - lowest + DIGIT_BITS - 1) / DIGIT_BITS;
        try (Buffer first = order == null ? keys.retain() : inOrder(keys, key, order)) {
            Buffer from = first;
            int shift = lowest;
            for (int pass = 0; pass < passes; pass++) {
                int bits = (range.bits() - shift + passes - pass - 1) / (passes - pass);
                pass(from, key, range.least(), shift, bits);
                from = Objects.requireNonNull(sortedKeys);
                shift += bits;
            }
        }
    }

    private Buffer inOrder(Buffer keys, CudaType key, Buffer by) {
        Buffer ordered = run.allocate((long) rows * key.byteWidth(), "sort keys");
        run.each(kernel(key), "keys_in_order", rows, keys.address(), by.address(), rows, ordered.address());
        return ordered;
    }

    /// Blocks of a pass.
    private static int tiles(int rows) {
        return (rows + TILE - 1) / TILE;
    }

    private void pass(Buffer keys, CudaType key, long least, int shift, int bits) {
        int blocks = tiles(rows);
        LaunchShape shape = new LaunchShape(blocks, THREADS);
        long digits = 1L << bits;
        try (Closer closer = new Closer();
                Buffer counts = run.allocate(blocks * digits * Long.BYTES, "digit counts");
                SortPass undo = tellsPlaces ? undo(counts.retain(), (int) digits) : null) {
            Buffer toKeys = closer.add(run.allocate((long) rows * key.byteWidth(), "sort keys"));
            Buffer to = tellsOrder ? closer.add(ints()) : null;
            CarriedRows toCarried = closer.add(carried.sameSizes(run, rows));
            launch(key, "count_digits", shape, keys.address(), rows, least, shift, bits, counts.address());
            new PrefixSums(run).addUp(counts, blocks * digits);
            KernelStruct pass = new KernelStruct(run.stream())
                    .add(keys.address())
                    .add(order == null ? 0 : order.address())
                    .add((long) rows)
                    .add(least)
                    .add((long) shift)
                    .add((long) bits)
                    .add(counts.address())
                    .add(toKeys.address())
                    .add(to == null ? 0 : to.address())
                    .add(undo == null ? 0 : undo.places().address())
                    .add(undo == null ? 0 : undo.digits().address());
            carried.addTo(pass, toCarried);
            CudaFunction sort = run.kernels().kernel(kernel(key)).function("radix_sort");
            run.stream().launchWith(sort, new LaunchShape(blocks, SORTERS), pass.segment());
            closer.release();
            replace(toKeys, to, toCarried);
            if (undo != null) {
                passes.add(undo.retain());
            }
        }
    }

    private SortPass undo(Buffer counts, int digits) {
        try (Closer closer = new Closer()) {
            closer.add(counts);
            Buffer inTiles = closer.add(run.allocate((long) rows * Short.BYTES, PURPOSE));
            Buffer ofPlaces = closer.add(run.allocate(rows, PURPOSE));
            CudaFunction back = run.kernels().kernel(kernel(CudaType.U32)).function("bring_back");
            LaunchShape shape = new LaunchShape(tiles(rows), SORTERS);
            closer.release();
            return new SortPass(run, back, shape, rows, digits, counts, inTiles, ofPlaces);
        }
    }

    private void replace(Buffer toKeys, @Nullable Buffer to, CarriedRows toCarried) {
        closeKeys();
        closeOrder();
        carried.close();
        carried = toCarried;
        sortedKeys = toKeys;
        order = to;
        isTableOrder = false;
    }

    private Buffer ints() {
        return run.allocate(Math.max(1, (long) rows * Integer.BYTES), PURPOSE);
    }

    private void launch(CudaType key, String function, LaunchShape shape, long... arguments) {
        run.stream().launch(run.kernels().kernel(kernel(key)).function(function), shape, arguments);
    }

    /// Whether rows lie in order.
    public boolean isTableOrder() {
        return isTableOrder;
    }

    /// The row of each place, int32.
    public Buffer order() {
        if (order == null) {
            order = numbers();
        }
        return order;
    }

    private Buffer numbers() {
        Buffer numbers = ints();
        run.each(kernel(CudaType.U32), "first_order", rows, rows, numbers.address());
        return numbers;
    }

    /// The place of each row, int32, if that is told.
    public Buffer places() {
        if (passes.isEmpty()) {
            return order();
        }
        if (places == null) {
            DeviceColumn byPlace = new DeviceColumn(DataType.INT32, rows, numbers(), null, 0);
            places =
                    undone(List.of(byPlace), List.of(DataType.INT32)).getFirst().values();
        }
        return places;
    }

    /// Columns of numbers by place, which are closed, by row, int32 as int64 where that is the type; if places are
    /// told.
    public List<DeviceColumn> undone(List<DeviceColumn> byPlace, List<DataType> types) {
        List<DeviceColumn> columns = byPlace;
        for (SortPass pass : passes.reversed()) {
            List<DeviceColumn> after = columns;
            try {
                columns = pass.undone(after, types);
            } finally {
                after.forEach(DeviceColumn::close);
            }
        }
        return columns;
    }

    /// The values that were carried, by place.
    public CarriedRows carried() {
        return carried;
    }

    /// The keys that rows were last sorted by, in order; null if all rows have the same, or there were none.
    public @Nullable Buffer sortedKeys() {
        return sortedKeys;
    }

    private void closeKeys() {
        if (sortedKeys != null) {
            sortedKeys.close();
            sortedKeys = null;
        }
    }

    private void closeOrder() {
        if (order != null) {
            order.close();
            order = null;
        }
    }

    @Override
    public void close() {
        closeKeys();
        closeOrder();
        carried.close();
        passes.forEach(SortPass::close);
        if (places != null) {
            places.close();
        }
    }
}
