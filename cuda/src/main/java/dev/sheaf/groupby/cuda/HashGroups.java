package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Groups in a hash table of each block and one behind them all: `hash_groups.cu`.
final class HashGroups {
    private static final int ROWS = 4;
    private static final int MAX_EMIT_BLOCKS = 1024;

    private final KernelStore kernels;
    private final MemoryPool accounts;

    HashGroups(KernelStore kernels, MemoryPool accounts) {
        this.kernels = kernels;
        this.accounts = accounts;
    }

    static Specialization specialization(ScanShape shape, Plan.Hash plan) {
        return ScanSource.specialization(KernelFile.HASH_GROUPS, shape)
                .type("Key", keyType(shape))
                .number("THREADS", plan.threads());
    }

    private static CudaType keyType(ScanShape shape) {
        return shape.layout().wordType() == CudaType.U32 ? CudaType.U32 : CudaType.U64;
    }

    /// Bytes of shared memory of a block.
    static int sharedBytes(ScanShape shape, Plan.Hash plan) {
        return plan.slots() * (keyType(shape).byteWidth() + plan.copies() * shape.entryWords() * Integer.BYTES);
    }

    /// Launches everything, in stream order.
    void launch(
            ScanRows rows, ScanShape shape, Plan.Hash plan, ResultColumns results, Counters counters, Stream stream) {
        Device device = stream.device();
        Kernel kernel = kernels.get(
                List.of(KernelFile.HASH_GROUPS, shape.signature(), plan.threads()), () -> specialization(shape, plan));
        int shared = sharedBytes(shape, plan);
        CudaFunction scan = kernel.function();
        scan.allowSharedBytes(shared);
        long bytes = (shape.cells().size() + 1L) * plan.capacity() * Long.BYTES;
        try (Buffer table = device.memory().allocate(accounts, bytes, "group table", stream);
                KernelStruct struct = new KernelStruct()) {
            stream.fill(table, 0, bytes, (byte) 0);
            rows.write(struct, shape);
            results.write(struct, counters);
            struct.add(table.address())
                    .add(table.address() + (long) plan.capacity() * Long.BYTES)
                    .add(counters.address(Counters.Of.OUTSIDE))
                    .add(counters.address(Counters.Of.WATCHED))
                    .add(counters.address(Counters.Of.FULL))
                    .add(plan.slots())
                    .add(plan.copies())
                    .add(plan.capacity());
            long tiles = rows.count() / ((long) plan.threads() * ROWS) + 1;
            long atOnce = (long) device.info().multiprocessors()
                    * Math.max(scan.blocksPerMultiprocessor(plan.threads(), shared), 1);
            stream.launchWith(
                    scan, new LaunchShape((int) Math.min(tiles, atOnce), plan.threads(), shared), struct.segment());
            int emitBlocks = Math.min((plan.capacity() + plan.threads() - 1) / plan.threads(), MAX_EMIT_BLOCKS);
            stream.launchWith(
                    kernel.function("emit_hash"), new LaunchShape(emitBlocks, plan.threads()), struct.segment());
        }
    }
}
