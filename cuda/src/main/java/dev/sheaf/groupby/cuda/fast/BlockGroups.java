package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.UploadParts;
import dev.sheaf.groupby.cuda.scan.KeySample;
import dev.sheaf.groupby.cuda.scan.ResultColumns;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanSource;
import dev.sheaf.groupby.cuda.strategy.Plan;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Groups in the shared memory of each block: `block_groups.cu`.
public final class BlockGroups {
    private static final int ROWS = 4;
    private static final int WARP = 32;

    private final KernelStore kernels;

    public BlockGroups(KernelStore kernels) {
        this.kernels = kernels;
    }

    public static Specialization specialization(ScanShape shape, Plan.Block plan) {
        return ScanSource.specialization(KernelFile.BLOCK_GROUPS, shape)
                .number("THREADS", plan.threads())
                .number("UNROLL", plan.unroll())
                .flag("IN_PASSES", plan.passes() > 1)
                .flag("HAS_REST_SLOTS", plan.hasRestSlots())
                .flag("IS_NARROW", plan.isNarrow())
                .flag("IS_SUMMED", plan.isSummed())
                .number("LISTED", plan.listed());
    }

    /// Bytes of shared memory of a block.
    public static int sharedBytes(ScanShape shape, Plan.Block plan) {
        if (plan.inRegisters()) {
            return plan.listed() * shape.cells().size() * Long.BYTES * (plan.threads() / WARP);
        }
        return plan.isNarrow()
                ? plan.slots() * Short.BYTES
                : plan.slots() * plan.copies() * shape.entryWords() * Integer.BYTES;
    }

    /// Bytes of the cells in device memory.
    static long cellBytes(ScanShape shape, Plan.Block plan) {
        return (long) shape.cells().size() * plan.words() * Long.BYTES;
    }

    /// Launches everything, in stream order; the counters have zeros for the cells.
    public void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Block plan,
            KeySample sample,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        Kernel kernel = shape.prepared().of(Kernel.class, () -> kernel(shape, plan), plan);
        int shared = sharedBytes(shape, plan);
        CudaFunction scan = kernel.function();
        scan.allowSharedBytes(shared);
        TableParams params = new TableParams(shape, sample, results, counters, stream);
        UploadParts upload = rows.upload();
        for (int part = 0; part < upload.count(); part++) {
            upload.await(part, stream);
            int blocks = blocks(upload.end(part) - upload.start(part), plan, scan, shared);
            ScanRows there = rows.upTo(upload.end(part));
            for (int pass = 0; pass < plan.passes(); pass++) {
                stream.launchWith(
                        scan,
                        new LaunchShape(blocks, plan.threads(), shared),
                        struct(params, plan, there, upload.start(part), pass));
            }
        }
        results.allocate();
        int emitBlocks = (plan.words() + plan.threads() - 1) / plan.threads();
        stream.launchWith(
                kernel.function("emit_table"),
                new LaunchShape(emitBlocks, plan.threads()),
                struct(params, plan, rows, 0, plan.passes() - 1));
    }

    private Kernel kernel(ScanShape shape, Plan.Block plan) {
        return kernels.get(
                List.of(
                        KernelFile.BLOCK_GROUPS,
                        shape.signature(),
                        plan.threads(),
                        plan.unroll(),
                        plan.passes() > 1,
                        plan.hasRestSlots(),
                        plan.isNarrow(),
                        plan.isSummed(),
                        plan.listed()),
                () -> specialization(shape, plan));
    }

    /// `struct Params`. Each launch changes little of it.
    private static MemorySegment struct(TableParams params, Plan.Block plan, ScanRows rows, long firstRow, int pass) {
        return params.struct(
                        rows, firstRow, TableParams.SUMMING, params.counters().zeros())
                .add(plan.slots())
                .add(plan.copies())
                .add(pass * plan.slots())
                .add(plan.words())
                .add(pass == plan.passes() - 1 ? 1 : 0)
                .segment();
    }

    private static int blocks(long rows, Plan.Block plan, CudaFunction scan, int shared) {
        long tiles = rows / ((long) plan.threads() * ROWS * plan.unroll()) + 1;
        return (int) Math.min(tiles, scan.blocksAtOnce(plan.threads(), shared));
    }
}
