package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.request.Projection;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import org.jspecify.annotations.Nullable;

/// The launches of `scan_groups.cu` for one scan.
///
/// @param values by place; null if rows are counted
/// @param leftOut the group of rows that are in none, if there are such rows
/// @param nullsStay whether rows without a value get none
record ScanLaunch(
        ScanStates states,
        ScanPlaces places,
        ScanPlaces.@Nullable Placed values,
        int rows,
        int leftOut,
        boolean nullsStay,
        DeviceRun run,
        KernelStore kernels) {
    /// As in `scan_groups.cu`.
    private static final int THREADS = 512;

    private static final int WARP = 32;
    private static final int WARPS = THREADS / WARP;

    /// Rows of a warp at once.
    private static final int STRETCH = 4 * WARP;

    /// Slots of a block of the kernel that has a warp for each.
    private static final int SLOTS = 8;

    private static final String PURPOSE = "scans of groups";

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
    DeviceColumn results() {
        int width = CudaType.of(states.result()).byteWidth();
        boolean mayBeNull =
                leftOut != ScanStates.NO_GROUP || (states.hasNulls() && (nullsStay || states.countsValues()));
        try (Closer closer = new Closer()) {
            Buffer to = closer.add(allocated((long) rows * width));
            long words = (rows + WARP - 1L) / WARP;
            Buffer bits = mayBeNull ? closer.add(allocated(words * Integer.BYTES)) : null;
            if (rows > 0) {
                launch(to, bits);
            }
            closer.release();
            return new DeviceColumn(states.result(), rows, to, bits, 0);
        }
    }

    private Buffer allocated(long bytes) {
        return run.allocate(Math.max(1, bytes), PURPOSE);
    }

    private void launch(Buffer to, @Nullable Buffer bits) {
        Slots slots = places.slots();
        Specialization specialization = states.kernel(slots);
        Kernel kernel = kernels.get(specialization, () -> specialization);
        int tables = slots.fit(WARPS, states.bytes(), run.device().info()) ? WARPS : 1;
        int shared = tables * slots.bytes(states.bytes());
        CudaFunction scan = kernel.function();
        CudaFunction sum = kernel.function("sum_chunks");
        scan.allowSharedBytes(shared);
        sum.allowSharedBytes(shared);
        Chunks chunks = chunks(tables, Math.max(1, scan.blocksPerMultiprocessor(THREADS, shared)));
        LaunchShape ofChunks = new LaunchShape(chunks.blocks(), THREADS, shared);
        LaunchShape ofSlots = new LaunchShape((slots.count() + SLOTS - 1) / SLOTS, SLOTS * WARP);
        long states = (long) chunks.count() * slots.count();
        try (Buffer totals = allocated(states * this.states.totalBytes());
                Buffer parts = slots.hasParts() ? allocated(states * Integer.BYTES) : null;
                Buffer counts = this.states.countsValues() ? allocated(states * Integer.BYTES) : null;
                Buffer counters = this.states.mayFault() ? run.filled(2L * Long.BYTES, 0, PURPOSE) : null;
                Signal signal = counters == null ? null : new Signal(run.accounts(), 1, PURPOSE, run.stream())) {
            KernelStruct params = params(chunks)
                    .add(totals.address())
                    .add(address(parts))
                    .add(address(counts))
                    .add(nullsStay ? 1L : 0L)
                    .add(to.address())
                    .add(address(bits))
                    .add(address(counters))
                    .add(counters == null ? 0 : counters.address() + Long.BYTES)
                    .add(signal == null ? 0 : signal.address());
            run.stream().launchWith(sum, ofChunks, params.segment());
            run.stream().launchWith(kernel.function("start_chunks"), ofSlots, params.segment());
            run.stream().launchWith(scan, ofChunks, params.segment());
            if (signal != null) {
                signal.await();
                if (signal.get(0) != 0) {
                    throw new Projection.Refused();
                }
            }
        }
    }

    /// As many as run at once, each of whole stretches of its warps.
    private Chunks chunks(int tables, int blocks) {
        long atOnce = (long) run.device().info().multiprocessors() * blocks * tables;
        long piece = (long) STRETCH * WARPS / tables;
        long pieces = (rows + piece - 1) / piece;
        long each = (pieces + atOnce - 1) / atOnce;
        return new Chunks(tables, (int) ((pieces + each - 1) / each), each * piece);
    }

    /// The first members of `struct Params`.
    private KernelStruct params(Chunks chunks) {
        Slots slots = places.slots();
        return new KernelStruct(run.stream())
                .add((long) rows)
                .add(values == null ? 0 : values.column().values().address())
                .add(values == null ? 0 : values.validity())
                .add(values == null ? 0 : values.firstBit())
                .add(values == null ? 0 : address(values.valid()))
                .add(address(places.groups()))
                .add((long) leftOut)
                .add((long) slots.bits())
                .add((long) slots.count())
                .add((long) chunks.tables())
                .add(chunks.rows())
                .add((long) chunks.count());
    }

    private static long address(@Nullable Buffer buffer) {
        return buffer == null ? 0 : buffer.address();
    }
}
