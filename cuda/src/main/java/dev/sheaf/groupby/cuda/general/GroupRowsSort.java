package dev.sheaf.groupby.cuda.general;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
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

    /// Of each pass, the place to which it takes what is at a place, if places are told.
    private final List<Buffer> moves = new ArrayList<>();

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

    /// @param tellsPlaces whether [#places] will be asked for, which takes 4 bytes a row and pass
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

    /// One of [#sortedKeys], [#moves] and [#carried] alone, by one key: values move along in the place of row numbers.
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

    static Specialization kernel(CudaType key) {
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

    private void pass(Buffer keys, CudaType key, long least, int shift, int bits) {
        int blocks = (rows + TILE - 1) / TILE;
        LaunchShape shape = new LaunchShape(blocks, THREADS);
        long digits = 1L << bits;
        try (Closer closer = new Closer();
                Buffer counts = run.allocate(blocks * digits * Long.BYTES, "digit counts")) {
            Buffer toKeys = closer.add(run.allocate((long) rows * key.byteWidth(), "sort keys"));
            Buffer to = tellsOrder ? closer.add(ints()) : null;
            Buffer toMoves = tellsPlaces ? closer.add(ints()) : null;
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
                    .add(toMoves == null ? 0 : toMoves.address());
            carried.addTo(pass, toCarried);
            CudaFunction sort = run.kernels().kernel(kernel(key)).function("radix_sort");
            run.stream().launchWith(sort, new LaunchShape(blocks, SORTERS), pass.segment());
            closer.release();
            replace(toKeys, to, toMoves, toCarried);
        }
    }

    private void replace(Buffer toKeys, @Nullable Buffer to, @Nullable Buffer toMoves, CarriedRows toCarried) {
        closeKeys();
        closeOrder();
        carried.close();
        carried = toCarried;
        sortedKeys = toKeys;
        order = to;
        isTableOrder = false;
        if (toMoves != null) {
            moves.add(toMoves);
        }
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
            Buffer rowsInOrder = ints();
            run.each(kernel(CudaType.U32), "first_order", rows, rows, rowsInOrder.address());
            order = rowsInOrder;
        }
        return order;
    }

    /// The place of each row, int32, if that is told.
    public Buffer places() {
        if (moves.isEmpty()) {
            return order();
        }
        while (moves.size() > 1) {
            try (Buffer last = moves.removeLast()) {
                Buffer before = moves.getLast();
                run.each(kernel(CudaType.U32), "follow_moves", rows, last.address(), rows, before.address());
            }
        }
        return moves.getFirst();
    }

    /// For each pass the place to which it takes what is at a place, int32, if places are told and were not asked for:
    /// undoing the passes one by one reads in stretches what places read at random. None if rows lie in order.
    public List<Buffer> moves() {
        return List.copyOf(moves);
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
        moves.forEach(Buffer::close);
    }
}
