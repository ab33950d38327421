package dev.sheaf.groupby.cpu.state;

import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.groupby.cpu.reduce.CountReduction;
import java.util.ArrayList;
import java.util.List;

/// The counts of a table that are the same until an argument has a null: the first one keeps the states.
final class SharedCounts {
    private final List<CountReduction> counts = new ArrayList<>();
    private final List<ReductionInput> inputs = new ArrayList<>();
    private boolean shared;

    /// Adds a count of rows on which no condition is put.
    void add(CountReduction count, ReductionInput input) {
        if (!counts.isEmpty()) {
            count.follow(counts.getFirst());
            shared = true;
        }
        counts.add(count);
        inputs.add(input);
    }

    /// Looks at columns before any count is updated with them. `groupCount` is that before, or larger.
    void check(int groupCount) {
        if (shared && inputs.stream().anyMatch(ReductionInput::isMasked)) {
            separate(groupCount);
        }
    }

    void separate(int groupCount) {
        counts.forEach(count -> count.separate(groupCount));
        shared = false;
    }
}
