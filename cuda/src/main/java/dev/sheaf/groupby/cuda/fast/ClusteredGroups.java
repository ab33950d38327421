package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.ResultColumns;
import dev.sheaf.groupby.cuda.scan.ScanRows;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanSource;
import dev.sheaf.groupby.cuda.strategy.Plan;
import java.util.List;

/// Partial groups of rows that lie together: `clustered_rows.cu`.
public final class ClusteredGroups {
    private static final int THREADS = 256;
    private static final int WARPS = THREADS / 32;

    /// As in `clustered_rows.cu`: rows of a warp's step.
    private static final int STEP = 128;

    private final KernelStore kernels;

    public ClusteredGroups(KernelStore kernels) {
        this.kernels = kernels;
    }

    public static Specialization specialization(ScanShape shape) {
        return ScanSource.specialization(KernelFile.CLUSTERED_ROWS, shape)
                .number("THREADS", THREADS)
                .number("UNROLL", unroll(shape));
    }

    /// Values and texts take registers.
    private static int unroll(ScanShape shape) {
        return shape.argumentBytes() > Integer.BYTES || !shape.layout().texts().isEmpty() ? 1 : 2;
    }

    /// Launches the scan, which ends the query; the result has room for `plan.partials()` rows.
    public void launch(
            ScanRows rows,
            ScanShape shape,
            Plan.Clustered plan,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        rows.upload().awaitAll(stream);
        CudaFunction scan = kernels.get(
                        List.of(KernelFile.CLUSTERED_ROWS, shape.signature()), () -> specialization(shape))
                .function();
        long step = (long) STEP * unroll(shape);
        long atOnce = scan.blocksAtOnce(THREADS, 0);
        int blocks = (int) Math.clamp(rows.count() / (step * WARPS), 1, Math.min(atOnce, plan.warps() / WARPS));
        long warps = (long) blocks * WARPS;
        long each = ((rows.count() + warps - 1) / warps + step - 1) / step * step;
        results.allocate();
        KernelStruct struct = results.params(rows, shape, counters, stream);
        struct.add(plan.partials())
                .add(each)
                .add(counters.address(Counters.Of.OUTSIDE))
                .add(counters.address(Counters.Of.WATCHED))
                .add(counters.address(Counters.Of.FULL));
        stream.launchWith(scan, new LaunchShape(blocks, THREADS, 0), struct.segment());
    }
}
