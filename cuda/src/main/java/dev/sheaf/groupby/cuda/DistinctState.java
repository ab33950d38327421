package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.memory.Buffer;
import java.util.List;

/// NUNIQUE of a lane: the rows that are the first of their group with their value, counted; and such rows for
/// DISTINCT aggregates.
final class DistinctState implements GroupState {
    private final DeviceRun run;
    private final int lane;
    private final boolean nullsToo;
    private final KeyPacking packing;
    private final GroupIds values;
    private final CountState counts;

    /// @param nullsToo nulls are one value; else they do not count
    DistinctState(DeviceRun run, int lane, DataType type, boolean nullsToo, long firstSlots) {
        this.run = run;
        this.lane = lane;
        this.nullsToo = nullsToo;
        this.packing = new KeyPacking(List.of(CudaType.U32, Lane.cudaType(type)), List.of(false, true));
        this.values = new GroupIds(run, packing.words(), firstSlots);
        try {
            this.counts = new CountState(run, CountState.ALL_ROWS);
        } catch (RuntimeException | Error failure) {
            values.close();
            throw failure;
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        try (Buffer first = firstRows(chunk, mask)) {
            counts.update(chunk, first.address());
        }
    }

    /// A byte a row: whether it takes part and is the first of its group with its value.
    Buffer firstRows(Chunk chunk, long mask) {
        RowValues lanes = chunk.lanes().get(lane);
        Buffer isNew = run.allocate(chunk.rows(), "first values");
        try (Buffer keep = run.allocate(chunk.rows(), "kept rows")) {
            run.each(
                    MemberState.KERNEL,
                    "rows_with_values",
                    chunk.rows(),
                    chunk.groups().address(),
                    nullsToo ? 0 : lanes.validAddress(),
                    mask,
                    chunk.rows(),
                    keep.address());
            List<RowValues> columns = List.of(new RowValues(chunk.groups(), null), lanes);
            try (Buffer keys = packing.pack(run, columns, chunk.rows(), null, false)) {
                values.number(keys, keep, chunk.rows(), isNew).close();
            }
            return isNew;
        } catch (RuntimeException | Error failure) {
            isNew.close();
            throw failure;
        }
    }

    @Override
    public Column finish(HostResults results) {
        return counts.finish(results);
    }

    @Override
    public void close() {
        values.close();
        counts.close();
    }
}
