package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.Counters;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.FastRequest;
import dev.sheaf.groupby.cuda.scan.ResultColumns;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.scan.ScanSource;
import dev.sheaf.groupby.cuda.strategy.Plan;
import java.util.List;

/// Groups by numbers of which most have one row, in the order of numbers: `single_rows.cu`.
public final class SingleRows {
    /// Of fewer rows that are groups of their own, the others take too long: an atomic in device memory for each cell,
    /// where partitions take a third of that.
    private static final double LEAST_SHARE = 2.0 / 3;

    private static final int THREADS = 256;

    /// As in `scan.cuh`: rows of a thread at once.
    private static final int ROWS = 4;

    private final KernelStore kernels;

    SingleRows(KernelStore kernels) {
        this.kernels = kernels;
    }

    /// What is compiled.
    public static Specialization specialization(ScanShape shape) {
        return ScanSource.specialization(KernelFile.SINGLE_ROWS, shape).number("THREADS", THREADS);
    }

    /// How many of the groups are known to have one row each, if so many rows are those that this is for; else 0.
    static long of(RowNumbers numbers, FastRequest request, boolean isForced) {
        long single = numbers.groups() - numbers.shared();
        boolean takesAll = request.rows().where().isEmpty();
        boolean areEnough = isForced || single >= LEAST_SHARE * request.rows().count();
        return takesAll && areEnough ? single : 0;
    }

    /// Bytes of the cells in device memory.
    static long cellBytes(ScanShape shape, Plan.Single plan) {
        return shape.cells().size() * plan.shared() * Long.BYTES;
    }

    /// Launches everything, in stream order; the counters have zeros for the cells.
    void launch(
            FastRequest request,
            ScanShape shape,
            Plan.Single plan,
            ResultColumns results,
            Counters counters,
            Stream stream) {
        Kernel kernel = kernels.get(List.of(KernelFile.SINGLE_ROWS, shape.signature()), () -> specialization(shape));
        results.allocate();
        KernelStruct struct = results.params(request.rows(), shape, counters, stream)
                .add(counters.zeros())
                .add(counters.address(Counters.Of.WATCHED))
                .add(plan.shared())
                .add(request.numbers());
        launch(kernel.function(), request.rows().count(), ROWS * THREADS, struct, stream);
        launch(kernel.function("emit_shared"), plan.shared(), THREADS, struct, stream);
    }

    private static void launch(CudaFunction function, long items, long ofBlock, KernelStruct struct, Stream stream) {
        int blocks = (int) Math.clamp((items + ofBlock - 1) / ofBlock, 1, function.blocksAtOnce(THREADS, 0));
        stream.launchWith(function, new LaunchShape(blocks, THREADS), struct.segment());
    }
}
