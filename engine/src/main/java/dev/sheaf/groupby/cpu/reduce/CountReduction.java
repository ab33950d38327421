package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateColumn;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.nio.LongBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// COUNT: the number of rows that count.
///
/// Counts of several arguments are the same as long as no argument has had a null; `SharedCounts` lets one of
/// them keep the states for all until then.
public final class CountReduction implements Reduction {
    private final StateColumn counts;
    private @Nullable CountReduction leader;

    public CountReduction(MemoryPool pool) {
        this.counts = new StateColumn(pool, "group counts", Long.BYTES, 0);
    }

    @Override
    public List<StateField> stateFields() {
        return List.of(StateField.value("count", DataType.INT64, false));
    }

    /// From here on the states are those of another count.
    public void follow(CountReduction other) {
        leader = other;
    }

    /// Takes a copy of the states of the count that it follows.
    public void separate(int groupCount) {
        if (leader != null && groupCount > 0) {
            leader.counts.ensure(groupCount);
            counts.ensure(groupCount);
            counts.copy(leader.counts, groupCount);
        }
        leader = null;
    }

    @Override
    public void reserve(int groups) {
        counts.reserve(groups);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        if (leader != null) {
            return;
        }
        counts.ensure(groupCount);
        if (groupCount == 1) {
            OneGroup.count(input.ids(), input.rows(), counts.longs());
        } else {
            count(input.ids(), input.rows(), counts.longs());
        }
    }

    private static void count(int[] ids, int rows, LongBuffer counts) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            counts.put(at, counts.get(at) + 1);
        }
    }

    @Override
    public void merge(ReductionInput states, int groupCount) {
        counts.ensure(groupCount);
        add(states.ids(), states.argument(0).longs(), states.rows(), counts.longs());
    }

    private static void add(int[] ids, long[] added, int rows, LongBuffer counts) {
        for (int i = 0; i < rows; i++) {
            int at = StateColumn.FRONT_LONGS + ids[i];
            counts.put(at, counts.get(at) + added[i]);
        }
    }

    @Override
    public List<Column> export(int groupCount) {
        Buffer states = (leader == null ? counts : leader.counts).view(groupCount);
        return List.of(new FixedColumn(DataType.INT64, groupCount, states, Validity.allValid(groupCount)));
    }

    @Override
    public void clear() {
        counts.clear();
    }

    @Override
    public void close() {
        counts.close();
    }
}
