package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Feeds the state columns of a `GroupStates` to reductions.
public final class MergeInputs {
    private final List<Reduction> reductions;
    private final List<ArgumentVector> lanes = new ArrayList<>();
    private final List<ReductionInput> inputs = new ArrayList<>();

    public MergeInputs(List<Reduction> reductions, int chunkRows, MemoryPool pool) {
        this.reductions = reductions;
        for (Reduction reduction : reductions) {
            List<ArgumentVector> states = new ArrayList<>();
            reduction.stateFields().forEach(_ -> states.add(new ArgumentVector(chunkRows, pool)));
            inputs.add(new ReductionInput(states, states.subList(0, 1), null, chunkRows));
            lanes.addAll(states);
        }
    }

    public void begin(List<Column> states) {
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).begin(states.get(i));
        }
    }

    /// Merges a chunk; `everyGroup` is false if there may be groups that no state was merged into yet.
    public void merge(int[] ids, long from, int rows, int groupCount, boolean everyGroup) {
        for (ArgumentVector lane : lanes) {
            lane.chunk(from, rows);
        }
        for (int i = 0; i < inputs.size(); i++) {
            inputs.get(i).load(ids, rows, everyGroup);
            reductions.get(i).merge(inputs.get(i), groupCount);
        }
    }

    public void end() {
        lanes.forEach(ArgumentVector::close);
    }
}
