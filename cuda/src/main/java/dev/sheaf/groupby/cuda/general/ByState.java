package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.List;

/// MIN_BY and MAX_BY: the value of one operand in the row in which another one is least or greatest.
final class ByState implements GroupState {
    private final DeviceRun run;
    private final BestState best;
    private final int operand;
    private final DataType type;
    private final boolean skipNulls;
    private final DeviceArray values;
    private final DeviceArray flags;

    /// Takes over `best`, which finds the rows.
    ///
    /// @param skipNulls rows without a value do not compete
    ByState(DeviceRun run, BestState best, int operand, DataType type, boolean skipNulls) {
        this.run = run;
        this.best = best;
        this.operand = operand;
        this.type = type;
        this.skipNulls = skipNulls;
        try (Closer closer = new Closer()) {
            closer.add(best);
            DeviceArray taken = new DeviceArray(run, Operand.cudaType(type).byteWidth(), 0, "values of best rows");
            closer.add(taken);
            this.flags = new DeviceArray(run, 1, 0, "best flags");
            this.values = taken;
            closer.release();
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        long valid = chunk.operands().get(operand).validAddress();
        if (!skipNulls || valid == 0) {
            take(chunk, mask);
            return;
        }
        try (Buffer keep = KeptRows.of(run, chunk, List.of(operand), mask)) {
            take(chunk, keep.address());
        }
    }

    private void take(Chunk chunk, long mask) {
        best.update(chunk, mask);
        values.reserve(chunk.groupCount());
        flags.reserve(chunk.groupCount());
        RowValues row = chunk.operands().get(operand);
        run.each(
                HostResults.KERNEL,
                "take_rows",
                chunk.groupCount(),
                best.winners(),
                chunk.groupCount(),
                row.data().address(),
                row.validAddress(),
                Operand.cudaType(type).byteWidth(),
                values.address(),
                flags.address());
    }

    @Override
    public Result result(int groups) {
        values.reserve(groups);
        flags.reserve(groups);
        return new Result.OfKernel(GroupValue.flagged(type, values, flags));
    }

    @Override
    public void close() {
        best.close();
        values.close();
        flags.close();
    }
}
