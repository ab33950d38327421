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
import dev.sheaf.groupby.cuda.strategy.SharedBytes;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Counts in a hash table of each block and one behind them all: `count_keys.cu`.
public final class CountKeys {
    private static final int ROWS = 4;
    private static final int MAX_EMIT_BLOCKS = 1024;

    private final KernelStore kernels;

    public CountKeys(KernelStore kernels) {
        this.kernels = kernels;
    }

    public static Specialization specialization(ScanShape shape, Plan.Counts plan) {
        return ScanSource.specialization(KernelFile.COUNT_KEYS, shape)
                .number("THREADS", plan.threads())
                .number("BLOCKS", plan.blocks())
                .number("UNROLL", plan.unroll())
                .number("BUCKET", plan.bucket())
                .flag("IS_PACKED", plan.isPacked())
                .flag("IS_LAZY", !plan.isPacked() || !SharedBytes.isPlain(shape));
    }

    /// Bytes of shared memory of a block.
    public static int sharedBytes(Plan.Counts plan) {
        int words = plan.isPacked() ? plan.slots() : 2 * plan.slots() * plan.copies();
        return (words + 2 * plan.stash()) * Integer.BYTES + SharedBytes.aside(plan.threads());
    }

    /// Bytes of the table in device memory.
    public static long tableBytes(Plan.Counts plan) {
        return 2L * plan.capacity() * Long.BYTES;
    }

    /// Launches everything, in stream order; the counters have zeros for the table.
    public void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Counts plan,
            KeySample sample,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        Kernel kernel = kernels.get(
                List.of(
                        KernelFile.COUNT_KEYS,
                        shape.signature(),
                        plan.threads(),
                        plan.blocks(),
                        plan.unroll(),
                        plan.bucket(),
                        plan.isPacked()),
                () -> specialization(shape, plan));
        int shared = sharedBytes(plan);
        CudaFunction scan = kernel.function();
        scan.allowSharedBytes(shared);
        long atOnce = scan.blocksAtOnce(plan.threads(), shared);
        TableParams params = new TableParams(shape, sample, results, counters, stream);
        UploadParts upload = rows.upload();
        for (int part = 0; part < upload.count(); part++) {
            upload.await(part, stream);
            long tileRows = (long) plan.threads() * ROWS * plan.unroll();
            for (long start = upload.start(part); start < upload.end(part); start += HashGroups.MOST_ROWS) {
                long end = Math.min(start + HashGroups.MOST_ROWS, upload.end(part));
                int blocks = (int) Math.min((end - start) / tileRows + 1, atOnce);
                MemorySegment struct = struct(params, plan, rows.upTo(end), start);
                stream.launchWith(scan, new LaunchShape(blocks, plan.threads(), shared), struct);
            }
        }
        results.allocate();
        int blocks = Math.min((plan.capacity() + plan.threads() - 1) / plan.threads(), MAX_EMIT_BLOCKS);
        stream.launchWith(
                kernel.function("emit_hash"), new LaunchShape(blocks, plan.threads()), struct(params, plan, rows, 0));
    }

    private static MemorySegment struct(TableParams params, Plan.Counts plan, ScanRows rows, long firstRow) {
        return params.hashed(rows, firstRow, TableParams.COUNTING, plan.capacity())
                .add(plan.slots())
                .add(plan.stash())
                .add(plan.copies())
                .add(plan.capacity())
                .add(plan.countBits())
                .segment();
    }
}
