package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The launches of `scan_groups.cu` for scans that share a walk.
///
/// @param scans in the order of their states
/// @param leftOut the group of rows that are in none, if there are such rows
record ScanLaunch(
        List<Scan> scans,
        ScanPlaces places,
        int rows,
        int leftOut,
        boolean isBackwards,
        DeviceRun run,
        KernelStore kernels) {
    private static final int THREADS = 512;

    /// Of a block that a multiprocessor has no second one beside.
    private static final int MORE_THREADS = 1024;

    private static final int WARP = 32;
    private static final int WARPS = THREADS / WARP;

    /// Rows of a warp at once.
    private static final int STRETCH = 4 * WARP;

    /// Slots of a block of the kernel that has a warp for each.
    private static final int SLOTS = 8;

    private static final String PURPOSE = "scans of groups";

    /// One of them.
    ///
    /// @param input the number of what it reads among the inputs of the places; -1 if rows are counted
    /// @param nullsStay whether rows without a value get none
    /// @param fill a row with the value of rows that a shift finds none for; null if there is none
    record Scan(
            ScanStates states,
            int input,
            boolean nullsStay,
            @Nullable DeviceColumn fill) {}

    /// What rows of a chunk come to is kept for each slot.
    ///
    /// @param tables of a block, each of which has a chunk at a time
    private record Chunks(int tables, int count, long rows) {
        int blocks() {
            return (count + tables - 1) / tables;
        }
    }

    /// The results by place, to be closed by the caller.
    ///
    /// @throws Projection.Refused if a sum does not fit its type
    List<DeviceColumn> results() {
        return results(rows, "scan_groups");
    }

    /// What all rows of each group come to, by its number, to be closed by the caller. There are rows, and no parts.
    ///
    /// @throws Projection.Refused if a sum does not fit its type
    List<DeviceColumn> totals() {
        return results(places.slots().count(), "total_groups");
    }

    private List<DeviceColumn> results(int length, String last) {
        try (Closer closer = new Closer()) {
            List<DeviceColumn> results = new ArrayList<>();
            for (Scan scan : scans) {
                results.add(closer.add(room(scan, length)));
            }
            if (length > 0) {
                launch(results, last);
            }
            closer.release();
            return results;
        }
    }

    private DeviceColumn room(Scan scan, int length) {
        ScanStates states = scan.states();
        DataType type = states.byPlace(places.slots().hasParts());
        boolean mayBeNull = leftOut != ScanStates.NO_GROUP || states.mayBeNull(scan.nullsStay());
        try (Closer closer = new Closer()) {
            Buffer to = closer.add(allocated((long) length * CudaType.of(type).byteWidth()));
            Buffer bits = mayBeNull ? closer.add(allocated((length + WARP - 1L) / WARP * Integer.BYTES)) : null;
            closer.release();
            return new DeviceColumn(type, length, to, bits, 0);
        }
    }

    private Buffer allocated(long bytes) {
        return run.allocate(Math.max(1, bytes), PURPOSE);
    }

    private void launch(List<DeviceColumn> results, String last) {
        Slots slots = places.slots();
        List<ScanStates> states = new ArrayList<>();
        int bytes = 0;
        boolean mayFault = false;
        for (Scan scan : scans) {
            states.add(scan.states());
            bytes += scan.states().bytes();
            mayFault |= scan.states().mayFault();
        }
        int tables = slots.fit(WARPS, bytes, run.device().info()) ? WARPS : 1;
        boolean areWide = states.getFirst().isWide();
        int threads = areWide || slots.fit(tables, bytes, run.device().info()) ? THREADS : MORE_THREADS;
        Kernel kernel = kernels.get(
                List.of(KernelFile.SCAN_GROUPS, states, slots.hasParts(), threads),
                () -> ScanStates.kernel(states, slots.hasParts(), threads));
        int shared = tables * slots.bytes(bytes);
        CudaFunction scan = kernel.function();
        CudaFunction sum = kernel.function("sum_chunks");
        scan.allowSharedBytes(shared);
        sum.allowSharedBytes(shared);
        Chunks chunks = chunks(tables, threads / WARP, Math.max(1, scan.blocksPerMultiprocessor(threads, shared)));
        LaunchShape ofChunks = new LaunchShape(chunks.blocks(), threads, shared);
        LaunchShape ofSlots = new LaunchShape((slots.count() + SLOTS - 1) / SLOTS, SLOTS * WARP);
        LaunchShape ofTotals = new LaunchShape((slots.count() + THREADS - 1) / THREADS, THREADS);
        try (Closer closer = new Closer();
                Buffer parts = slots.hasParts() ? allocated(2L * chunks.count() * Integer.BYTES) : null;
                Buffer counters = mayFault ? run.filled(2L * Long.BYTES, 0, PURPOSE) : null;
                Signal signal = counters == null ? null : new Signal(run.accounts(), 1, PURPOSE, run.stream())) {
            KernelStruct params = params(chunks)
                    .add(address(parts))
                    .add(parts == null ? 0 : parts.address() + (long) chunks.count() * Integer.BYTES)
                    .add(address(counters))
                    .add(counters == null ? 0 : counters.address() + Long.BYTES)
                    .add(signal == null ? 0 : signal.address());
            for (int i = 0; i < scans.size(); i++) {
                addColumn(params, scans.get(i), results.get(i), (chunks.count() + 1L) * slots.count(), closer);
            }
            run.stream().launchWith(sum, ofChunks, params.segment());
            run.stream().launchWith(kernel.function("start_chunks"), ofSlots, params.segment());
            run.stream()
                    .launchWith(
                            kernel.function(last), last.equals("scan_groups") ? ofChunks : ofTotals, params.segment());
            if (signal != null) {
                signal.await();
                if (signal.get(0) != 0 && places.hold()) {
                    throw new Projection.Refused();
                }
            }
        }
    }

    /// As many as run at once, each of whole stretches of its warps or of whole parts.
    private Chunks chunks(int tables, int warps, int blocks) {
        int some = places.slots().hasParts() ? Math.min(blocks, Slots.BLOCKS) : blocks;
        long atOnce = (long) run.device().info().multiprocessors() * some * tables;
        long piece = (long) STRETCH * warps / tables;
        long steps = skipped() + rows;
        long each = (steps + atOnce * piece - 1) / (atOnce * piece) * piece;
        long ofParts = places.slots().wholeParts(rows, atOnce);
        long chunk = ofParts < piece ? each : ofParts;
        return new Chunks(tables, (int) ((steps + chunk - 1) / chunk), chunk);
    }

    /// Steps before the last row, from which on rows are read backwards.
    private long skipped() {
        return isBackwards ? -rows & (WARP - 1) : 0;
    }

    /// The first members of `struct Params`.
    private KernelStruct params(Chunks chunks) {
        Slots slots = places.slots();
        return new KernelStruct(run.stream())
                .add((long) rows)
                .add(address(places.groups()))
                .add(places.least())
                .add((long) leftOut)
                .add(isBackwards ? 1L : 0L)
                .add(skipped())
                .add((long) slots.bits())
                .add((long) slots.count())
                .add((long) chunks.tables())
                .add(chunks.rows())
                .add((long) chunks.count());
    }

    /// Adds a `struct Column`, and to `closer` what it takes.
    private void addColumn(KernelStruct params, Scan scan, DeviceColumn result, long states, Closer closer) {
        ScanPlaces.Placed input = scan.input() < 0 ? ScanPlaces.Placed.NOTHING : places.placed(scan.input());
        Buffer totals = closer.add(allocated(states * scan.states().totalBytes()));
        Buffer counts = scan.states().countsValues() ? closer.add(allocated(states * Integer.BYTES)) : null;
        params.add(input.values())
                .add(input.validity())
                .add(input.firstBit())
                .add(input.valid())
                .add(scan.nullsStay() ? 1L : 0L)
                .add(totals.address())
                .add(address(counts))
                .add(result.values().address())
                .add(result.validityAddress())
                .add(scan.fill() == null ? 0 : scan.fill().values().address());
    }

    private static long address(@Nullable Buffer buffer) {
        return buffer == null ? 0 : buffer.address();
    }
}
