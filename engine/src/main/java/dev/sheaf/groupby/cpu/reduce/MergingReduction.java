package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.PackedStates;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A reduction whose rows are states of another run: what it is fed are that run's state columns, or one column
/// that packs them.
public final class MergingReduction implements Reduction {
    private final Reduction states;
    private final @Nullable PackedStates packed;

    public MergingReduction(Reduction states) {
        this.states = states;
        this.packed = null;
    }

    MergingReduction(Reduction states, PackedStates packed) {
        this.states = states;
        this.packed = packed;
    }

    @Override
    public List<StateField> stateFields() {
        return states.stateFields();
    }

    @Override
    public boolean hasRoom(int groups, long rows) {
        return states.hasRoom(groups, rows);
    }

    @Override
    public long mergedRows(int groupCount) {
        return states.mergedRows(groupCount);
    }

    @Override
    public void update(ReductionInput input, int groupCount) {
        states.merge(packed == null ? input : packed.unpacked(input), groupCount);
    }

    @Override
    public void merge(ReductionInput partial, int groupCount) {
        states.merge(partial, groupCount);
    }

    @Override
    public List<Column> export(int groupCount) {
        return states.export(groupCount);
    }

    @Override
    public void clear() {
        states.clear();
        if (packed != null) {
            packed.close();
        }
    }

    @Override
    public void close() {
        states.close();
        if (packed != null) {
            packed.close();
        }
    }
}
