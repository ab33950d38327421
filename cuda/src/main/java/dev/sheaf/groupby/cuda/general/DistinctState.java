package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An aggregate over the different values of each group: DISTINCT, NUNIQUE, COLLECT_SET and MODE.
///
/// Pairs of group and value are numbered as they come, and each keeps the lowest ordinal of its rows. At the end
/// the aggregate sees the pairs as if they were rows, so which of equal values come first, and how they are
/// merged, is no concern of any aggregate. Values come as keys do: one NaN, one zero.
final class DistinctState implements GroupState {
    /// Later than any row.
    private static final int NO_ORDINAL = 0x7f;

    private final DeviceRun run;
    private final Values values;
    private final GroupState aggregate;
    private final KeyPacking packing;
    private final GroupIds pairs;
    private final @Nullable DeviceArray ordinals;
    private final @Nullable CountState counts;
    private boolean isComplete;

    /// What is told apart.
    ///
    /// @param operands the operands of the values, one or several
    /// @param nullsToo nulls are values
    /// @param ordered the aggregate depends on the order of rows
    /// @param counted how often each pair comes is the operand behind all others
    /// @param operandCount how many operands the plan has
    record Values(
            List<Integer> operands,
            List<DataType> types,
            boolean nullsToo,
            boolean ordered,
            boolean counted,
            int operandCount) {}

    /// Takes over `aggregate`.
    DistinctState(DeviceRun run, Values values, GroupState aggregate, long firstSlots) {
        this.run = run;
        this.values = values;
        this.aggregate = aggregate;
        List<CudaType> types = new ArrayList<>(List.of(CudaType.U32));
        List<Boolean> nulls = new ArrayList<>(List.of(false));
        values.types().forEach(type -> {
            types.add(Operand.cudaType(type));
            nulls.add(values.nullsToo());
        });
        this.packing = new KeyPacking(types, nulls);
        try (Closer closer = new Closer()) {
            closer.add(aggregate);
            GroupIds known = new GroupIds(run, packing.words(), firstSlots);
            closer.add(known);
            DeviceArray least =
                    values.ordered() ? new DeviceArray(run, Long.BYTES, NO_ORDINAL, "lowest ordinals") : null;
            if (least != null) {
                closer.add(least);
            }
            this.counts = values.counted() ? new CountState(run, CountState.ALL_ROWS) : null;
            this.pairs = known;
            this.ordinals = least;
            closer.release();
        }
    }

    @Override
    public void update(Chunk chunk, long mask) {
        List<RowValues> columns = new ArrayList<>();
        columns.add(new RowValues(chunk.groups(), null));
        values.operands().forEach(operand -> columns.add(chunk.operands().get(operand)));
        try (Buffer keep = KeptRows.of(run, chunk, values.nullsToo() ? List.of() : values.operands(), mask);
                Buffer keys = packing.pack(run, columns, chunk.rows(), null, false);
                Buffer numbers = pairs.number(keys, keep, chunk.rows())) {
            if (counts != null) {
                counts.update(new Chunk(chunk.rows(), numbers, pairs.count(), List.of(), null), 0);
            }
            if (ordinals != null) {
                ordinals.reserve(pairs.count());
                run.each(
                        HostResults.KERNEL,
                        "least_ordinals",
                        chunk.rows(),
                        chunk.ordinalsAddress(),
                        numbers.address(),
                        chunk.rows(),
                        ordinals.address());
            }
        }
    }

    @Override
    public Result result(int groups) {
        addPairs(groups);
        return aggregate.result(groups);
    }

    /// Once there are no more rows.
    private void addPairs(int groups) {
        if (isComplete) {
            return;
        }
        isComplete = true;
        List<RowValues> columns = packing.unpack(run, pairs.keys(), pairs.count());
        try {
            Chunk asRows = new Chunk(
                    pairs.count(),
                    columns.getFirst().data(),
                    groups,
                    operands(columns),
                    ordinals == null ? null : ordinals.buffer());
            aggregate.update(asRows, 0);
        } finally {
            columns.forEach(RowValues::close);
        }
    }

    /// Operands that the aggregate does not read are whatever there is.
    private List<RowValues> operands(List<RowValues> columns) {
        List<RowValues> operands = new ArrayList<>(Collections.nCopies(values.operandCount() + 1, columns.getFirst()));
        for (int i = 0; i < values.operands().size(); i++) {
            operands.set(values.operands().get(i), columns.get(i + 1));
        }
        if (values.counted()) {
            Buffer times = Objects.requireNonNull(counts).counts(pairs.count()).buffer();
            operands.set(values.operandCount(), new RowValues(times, null));
        }
        return operands;
    }

    @Override
    public void close() {
        aggregate.close();
        pairs.close();
        if (ordinals != null) {
            ordinals.close();
        }
        if (counts != null) {
            counts.close();
        }
    }
}
