package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.CudaType;
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
import dev.sheaf.groupby.cuda.strategy.SharedBytes;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Groups in a hash table of each block and one behind them all: `hash_groups.cu`.
public final class HashGroups {
    private static final int ROWS = 4;
    private static final int MAX_EMIT_BLOCKS = 1024;

    private static final int LARGE_BLOCK = 1024;

    /// Rows have numbers of 32 bits in a launch.
    static final long MOST_ROWS = 1L << 32;

    private final KernelStore kernels;

    public HashGroups(KernelStore kernels) {
        this.kernels = kernels;
    }

    public static Specialization specialization(ScanShape shape, Plan.Hash plan) {
        return ScanSource.specialization(KernelFile.HASH_GROUPS, shape)
                .type("Key", keyType(shape))
                .number("THREADS", plan.threads())
                .number("BLOCKS", leastBlocks(shape, plan.threads()))
                .number("UNROLL", plan.unroll())
                .number("BUCKET", plan.bucket())
                .flag("IN_PASSES", plan.passes() > 1)
                .flag("PUTS_ASIDE", SharedBytes.putsAside(shape));
    }

    /// How many blocks a multiprocessor is to have room for; 0 for what the compiler thinks best, which are 32
    /// registers of 1,024 threads and 48 of 256, too few for some expressions and decimals.
    private static int leastBlocks(ScanShape shape, int threads) {
        int ofSmall = shape.fused().isEmpty() && !shape.readsDecimals() ? 0 : 2;
        return threads == LARGE_BLOCK ? 1 : ofSmall;
    }

    private static CudaType keyType(ScanShape shape) {
        return shape.layout().wordType() == CudaType.U32 ? CudaType.U32 : CudaType.U64;
    }

    /// Bytes of shared memory of a block.
    public static int sharedBytes(ScanShape shape, Plan.Hash plan) {
        return (plan.slots() + plan.stash())
                        * (keyType(shape).byteWidth() + plan.copies() * shape.entryWords() * Integer.BYTES)
                + SharedBytes.aside(shape, plan.threads());
    }

    /// Bytes of the table in device memory.
    public static long tableBytes(ScanShape shape, Plan.Hash plan) {
        return (shape.cells().size() + 1L) * plan.capacity() * Long.BYTES;
    }

    /// Launches everything, in stream order; the counters have zeros for the table.
    public void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Hash plan,
            KeySample sample,
            ResultColumns results,
            Counters counters,
            Stream stream) {
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
        long atOnce = scan.blocksAtOnce(plan.threads(), shared);
        TableParams params = new TableParams(shape, sample, results, counters, stream);
        UploadParts upload = rows.upload();
        long tileRows = (long) plan.threads() * ROWS * plan.unroll();
        for (int part = 0; part < upload.count(); part++) {
            upload.await(part, stream);
            for (long start = upload.start(part); start < upload.end(part); start += MOST_ROWS) {
                long end = Math.min(start + MOST_ROWS, upload.end(part));
                long blocks = Math.min((end - start) / tileRows + 1, atOnce);
                LaunchShape scanning = new LaunchShape((int) blocks, plan.threads(), shared);
                for (int pass = 0; pass < plan.passes(); pass++) {
                    stream.launchWith(scan, scanning, struct(params, plan, rows.upTo(end), start, pass));
                }
            }
        }
        results.allocate();
        int emitBlocks = Math.min((plan.capacity() + plan.threads() - 1) / plan.threads(), MAX_EMIT_BLOCKS);
        stream.launchWith(
                kernel.function("emit_hash"),
                new LaunchShape(emitBlocks, plan.threads()),
                struct(params, plan, rows, 0, plan.passes() - 1));
    }

    /// `struct Params`. Each launch changes little of it.
    private static MemorySegment struct(TableParams params, Plan.Hash plan, ScanRows rows, long firstRow, int pass) {
        return params.hashed(rows, firstRow, TableParams.SUMMING, plan.capacity())
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
