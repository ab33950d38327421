package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Groups in the shared memory of each block: `block_groups.cu`.
final class BlockGroups {
    private static final int ROWS = 4;
    private static final int WARP = 32;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    BlockGroups(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    static Specialization specialization(ScanShape shape, Plan.Block plan) {
        return ScanSource.specialization(KernelFile.BLOCK_GROUPS, shape)
                .number("THREADS", plan.threads())
                .number("UNROLL", plan.unroll())
                .flag("IN_PASSES", plan.passes() > 1)
                .flag("IN_REGISTERS", plan.inRegisters())
                .number("SLOTS", plan.inRegisters() ? plan.slots() : 1);
    }

    /// Bytes of shared memory of a block.
    static int sharedBytes(ScanShape shape, Plan.Block plan) {
        return plan.inRegisters()
                ? plan.slots() * shape.cells().size() * Long.BYTES * (plan.threads() / WARP)
                : plan.slots() * plan.copies() * shape.entryWords() * Integer.BYTES;
    }

    /// Launches everything, in stream order.
    void launch(
            ScanRows rows, ScanShape shape, Plan.Block plan, ResultColumns results, Counters counters, Stream stream) {
        Device device = stream.device();
        Kernel kernel = kernels.get(
                List.of(
                        KernelFile.BLOCK_GROUPS,
                        shape.signature(),
                        plan.threads(),
                        plan.unroll(),
                        plan.passes() > 1,
                        plan.inRegisters() ? plan.slots() : 0),
                () -> specialization(shape, plan));
        int shared = sharedBytes(shape, plan);
        CudaFunction scan = kernel.function();
        scan.allowSharedBytes(shared);
        long bytes = (long) shape.cells().size() * plan.allSlots() * Long.BYTES;
        try (Buffer cells = device.memory().allocate(accounts, bytes, "group table", stream)) {
            stream.fill(cells, 0, bytes, (byte) 0);
            int blocks = blocks(rows.count(), plan, scan, shared, device);
            for (int pass = 0; pass < plan.passes(); pass++) {
                try (KernelStruct struct = new KernelStruct()) {
                    rows.write(struct, shape);
                    results.write(struct, counters);
                    struct.add(cells.address())
                            .add(counters.address(Counters.Of.OUTSIDE))
                            .add(counters.address(Counters.Of.WATCHED))
                            .add(plan.slots())
                            .add(plan.copies())
                            .add(pass * plan.slots())
                            .add(plan.allSlots());
                    stream.launchWith(scan, new LaunchShape(blocks, plan.threads(), shared), struct.segment());
                    if (pass == plan.passes() - 1) {
                        int emitBlocks = (plan.allSlots() + plan.threads() - 1) / plan.threads();
                        stream.launchWith(
                                kernel.function("emit_table"),
                                new LaunchShape(emitBlocks, plan.threads()),
                                struct.segment());
                    }
                }
            }
        }
    }

    private static int blocks(long rows, Plan.Block plan, CudaFunction scan, int shared, Device device) {
        long tiles = rows / ((long) plan.threads() * ROWS * plan.unroll()) + 1;
        long atOnce = (long) device.info().multiprocessors()
                * Math.max(scan.blocksPerMultiprocessor(plan.threads(), shared), 1);
        return (int) Math.min(tiles, atOnce);
    }
}
