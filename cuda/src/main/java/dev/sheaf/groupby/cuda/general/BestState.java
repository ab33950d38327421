package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Closer;
import org.jspecify.annotations.Nullable;

/// MIN, MAX, ARGMIN, ARGMAX, FIRST and LAST of an operand: in each chunk the best row of each group, then the
/// better of it and what was best so far.
final class BestState implements GroupState {
    private final DeviceRun run;
    private final Pick pick;
    private final @Nullable TextIds texts;
    private final Specialization kernel;
    private final DeviceArray best;
    private final DeviceArray values;
    private final DeviceArray ordinals;
    private final DeviceArray flags;

    /// What is picked.
    ///
    /// @param operand the operand of the values; -1 for the ordinals themselves
    /// @param byOrdinal rows compete by ordinal, not by value
    /// @param last the greatest wins
    /// @param nullsToo rows without a value take part
    /// @param givesOrdinal the result is the ordinal of the row and not its value
    record Pick(int operand, DataType type, boolean byOrdinal, boolean last, boolean nullsToo, boolean givesOrdinal) {}

    BestState(DeviceRun run, Pick pick, @Nullable TextIds texts) {
        this.run = run;
        this.pick = pick;
        this.texts = texts;
        CudaType type = Operand.cudaType(pick.type());
        this.kernel = Specialization.of(KernelFile.BEST_ROWS)
                .type("Value", type)
                .flag("BY_ORDINAL", pick.byOrdinal())
                .flag("LAST", pick.last())
                .flag("IS_TEXT", texts != null);
        try (Closer closer = new Closer()) {
            DeviceArray rows = new DeviceArray(run, Integer.BYTES, 0xff, "best rows");
            closer.add(rows);
            DeviceArray kept = new DeviceArray(run, type.byteWidth(), 0, "best values");
            closer.add(kept);
            DeviceArray keptOrdinals = new DeviceArray(run, Long.BYTES, 0, "best ordinals");
            closer.add(keptOrdinals);
            this.flags = new DeviceArray(run, 1, 0, "best flags");
            this.best = rows;
            this.values = kept;
            this.ordinals = keptOrdinals;
            closer.release();
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        best.reserve(chunk.groupCount());
        best.clear();
        values.reserve(chunk.groupCount());
        ordinals.reserve(chunk.groupCount());
        flags.reserve(chunk.groupCount());
        long data = pick.operand() < 0
                ? chunk.ordinalsAddress()
                : chunk.operands().get(pick.operand()).data().address();
        long valid =
                pick.operand() < 0 ? 0 : chunk.operands().get(pick.operand()).validAddress();
        long addresses = texts == null ? 0 : texts.addresses();
        long sizes = texts == null ? 0 : texts.sizes();
        run.each(
                kernel,
                "best_rows",
                chunk.rows(),
                data,
                pick.nullsToo() ? 0 : valid,
                mask,
                chunk.ordinalsAddress(),
                chunk.groups().address(),
                chunk.rows(),
                addresses,
                sizes,
                best.address());
        run.each(
                kernel,
                "keep_best",
                chunk.groupCount(),
                data,
                valid,
                chunk.ordinalsAddress(),
                chunk.groupCount(),
                best.address(),
                addresses,
                sizes,
                values.address(),
                ordinals.address(),
                flags.address());
    }

    /// The address of each group's row of the last chunk that is the best so far, or -1 where an earlier chunk's
    /// stays.
    long winners() {
        return best.address();
    }

    @Override
    public Result result(int groups) {
        flags.reserve(groups);
        values.reserve(groups);
        ordinals.reserve(groups);
        return new Result.OfKernel(
                pick.givesOrdinal()
                        ? GroupValue.of(DataType.INT64, "ordinal($0, $1, in)", true, ordinals, flags)
                        : GroupValue.flagged(pick.type(), values, flags));
    }

    /// The ordinals of the rows that are the best so far, by group.
    DeviceArray ordinals() {
        return ordinals;
    }

    @Override
    public void close() {
        best.close();
        values.close();
        ordinals.close();
        flags.close();
    }
}
