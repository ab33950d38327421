package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;

/// The number of rows, or of values of an operand.
final class CountState implements GroupState {
    static final int ALL_ROWS = -1;

    // As in reduce_groups.cu.
    private static final int SHARED_GROUPS = 8192;
    private static final int THREADS = 256;

    /// A block clears and flushes its counts, which has to pay.
    private static final int ROWS_OF_A_BLOCK = 1 << 14;

    private static final int BLOCKS = 1024;

    private static final Specialization KERNEL = Specialization.of(KernelFile.REDUCE_GROUPS)
            .type("Value", CudaType.U8)
            .number("KIND", 0);

    private final DeviceRun run;
    private final int operand;
    private final DeviceArray counts;

    /// @param operand the operand whose nulls do not count, or [#ALL_ROWS]
    CountState(DeviceRun run, int operand) {
        this.run = run;
        this.operand = operand;
        this.counts = new DeviceArray(run, Long.BYTES, 0, "counts");
    }

    @Override
    public void update(Chunk chunk, long mask) {
        counts.reserve(chunk.groupCount());
        long valid = operand == ALL_ROWS ? 0 : chunk.operands().get(operand).validAddress();
        if (chunk.groupCount() <= SHARED_GROUPS) {
            int blocks = Math.clamp(chunk.rows() / ROWS_OF_A_BLOCK, 1, BLOCKS);
            run.stream()
                    .launch(
                            run.kernels().kernel(KERNEL).function("count_groups"),
                            new LaunchShape(blocks, THREADS),
                            valid,
                            mask,
                            chunk.groups().address(),
                            chunk.rows(),
                            chunk.groupCount(),
                            counts.address());
            return;
        }
        run.each(
                KERNEL,
                "reduce_groups",
                chunk.rows(),
                0,
                valid,
                mask,
                chunk.groups().address(),
                chunk.rows(),
                counts.address(),
                0,
                0,
                0);
    }

    @Override
    public Result result(int groups) {
        return new Result.OfKernel(GroupValue.of(DataType.INT64, "counted($0, in)", false, counts(groups)));
    }

    /// The counts by group; room for `groups` of them.
    DeviceArray counts(int groups) {
        counts.reserve(groups);
        return counts;
    }

    @Override
    public void close() {
        counts.close();
    }
}
