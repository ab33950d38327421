package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Feeds the state columns of a [GroupStates] to reductions.
final class MergeLanes {
    private final List<Reduction> reductions;
    private final List<ArgumentLane> lanes = new ArrayList<>();
    private final List<Feed> feeds = new ArrayList<>();

    MergeLanes(List<Reduction> reductions, int chunkRows, MemoryPool pool) {
        this.reductions = reductions;
        for (Reduction reduction : reductions) {
            List<ArgumentLane> states = new ArrayList<>();
            reduction.stateFields().forEach(_ -> states.add(new ArgumentLane(chunkRows, pool)));
            feeds.add(new Feed(states, states.subList(0, 1), null, chunkRows));
            lanes.addAll(states);
        }
    }

    void begin(List<Column> states) {
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).begin(states.get(i));
        }
    }

    /// Merges a chunk; `everyGroup` is false if there may be groups that no state was merged into yet.
    void merge(int[] ids, long from, int rows, int groupCount, boolean everyGroup) {
        for (ArgumentLane lane : lanes) {
            lane.chunk(from, rows);
        }
        for (int i = 0; i < feeds.size(); i++) {
            feeds.get(i).load(ids, rows, everyGroup);
            reductions.get(i).merge(feeds.get(i), groupCount);
        }
    }

    void end() {
        lanes.forEach(ArgumentLane::close);
    }
}
