package dev.sheaf.groupby.cuda;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Groups in a hash table of each block and one behind them all: `hash_groups.cu`.
final class HashGroups {
    private static final int ROWS = 4;
    private static final int MAX_EMIT_BLOCKS = 1024;

    private final KernelStore kernels;

    HashGroups(KernelStore kernels) {
        this.kernels = kernels;
    }

    static Specialization specialization(ScanShape shape, Plan.Hash plan) {
        return ScanSource.specialization(KernelFile.HASH_GROUPS, shape)
                .type("Key", keyType(shape))
                .number("THREADS", plan.threads())
                .number("UNROLL", plan.unroll())
                .number("BUCKET", plan.bucket())
                .flag("IN_PASSES", plan.passes() > 1);
    }

    private static CudaType keyType(ScanShape shape) {
        return shape.layout().wordType() == CudaType.U32 ? CudaType.U32 : CudaType.U64;
    }

    /// Bytes of shared memory of a block.
    static int sharedBytes(ScanShape shape, Plan.Hash plan) {
        return (plan.slots() + plan.stash())
                * (keyType(shape).byteWidth() + plan.copies() * shape.entryWords() * Integer.BYTES);
    }

    /// Bytes of the table in device memory.
    static long tableBytes(ScanShape shape, Plan.Hash plan) {
        return (shape.cells().size() + 1L) * plan.capacity() * Long.BYTES;
    }

    /// Launches everything, in stream order; the counters have zeros for the table.
    void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Hash plan,
            Survey.Sample sample,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        Device device = stream.device();
        Kernel kernel = kernels.get(
                List.of(
                        KernelFile.HASH_GROUPS,
                        shape.signature(),
                        plan.threads(),
                        plan.unroll(),
                        plan.bucket(),
                        plan.passes() > 1),
                () -> specialization(shape, plan));
        int shared = sharedBytes(shape, plan);
        CudaFunction scan = kernel.function();
        scan.allowSharedBytes(shared);
        long atOnce = (long) device.info().multiprocessors()
                * Math.max(scan.blocksPerMultiprocessor(plan.threads(), shared), 1);
        Job job = new Job(shape, plan, sample, results, counters, stream);
        Arrivals arrivals = rows.arrivals();
        for (int part = 0; part < arrivals.count(); part++) {
            arrivals.await(part, stream);
            long tiles =
                    (arrivals.end(part) - arrivals.start(part)) / ((long) plan.threads() * ROWS * plan.unroll()) + 1;
            LaunchShape scanning = new LaunchShape((int) Math.min(tiles, atOnce), plan.threads(), shared);
            ScanRows there = rows.upTo(arrivals.end(part));
            for (int pass = 0; pass < plan.passes(); pass++) {
                stream.launchWith(scan, scanning, job.struct(there, arrivals.start(part), pass));
            }
        }
        results.allocate();
        int emitBlocks = Math.min((plan.capacity() + plan.threads() - 1) / plan.threads(), MAX_EMIT_BLOCKS);
        stream.launchWith(
                kernel.function("emit_hash"),
                new LaunchShape(emitBlocks, plan.threads()),
                job.struct(rows, 0, plan.passes() - 1));
    }

    /// `struct Job`, of which each launch changes little.
    private record Job(
            ScanShape shape,
            Plan.Hash plan,
            Survey.Sample sample,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        MemorySegment struct(ScanRows rows, long firstRow, int pass) {
            KernelStruct struct = new KernelStruct(stream);
            rows.write(struct, shape, counters);
            results.write(struct, counters);
            return struct.add(counters.zeros())
                    .add(counters.zeros() + (long) plan.capacity() * Long.BYTES)
                    .add(counters.address(Counters.Of.OUTSIDE))
                    .add(counters.address(Counters.Of.WATCHED))
                    .add(counters.address(Counters.Of.FULL))
                    .add(sample.table())
                    .add(sample.list())
                    .add(firstRow)
                    .add((int) sample.findings().different())
                    .add(plan.atLeast())
                    .add(plan.slots())
                    .add(plan.stash())
                    .add(plan.copies())
                    .add(plan.capacity())
                    .add(pass)
                    .add(plan.passes())
                    .segment();
        }
    }
}
