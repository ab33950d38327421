package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.chunk.StateField;
import java.util.List;

/// A reduction whose rows are states of another run: what it is fed are that run's state columns.
public final class MergingReduction implements Reduction {
    private final Reduction states;

    public MergingReduction(Reduction states) {
        this.states = states;
    }

    @Override
    public List<StateField> stateFields() {
        return states.stateFields();
    }

    @Override
    public void update(ReductionInput feed, int groupCount) {
        states.merge(feed, groupCount);
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
    }

    @Override
    public void close() {
        states.close();
    }
}
