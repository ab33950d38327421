package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Field;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;

/// A reduction that a plan needs. `name` says what it computes, and names its state columns; reductions of one
/// name and feed are one reduction.
public record ReductionSpec(String name, InputSpec feed, Factory factory) {

    /// Makes the reduction for one thread. Takes no memory yet.
    @FunctionalInterface
    public interface Factory {
        Reduction create(CpuSettings settings, MemoryPool pool);
    }

    /// The name of the reduction that finds each group's first row.
    public static final String FIRST_ROW = "first row";

    /// How the names of reductions begin that keep the distinct values of each group.
    public static final String DISTINCT = "distinct";

    /// Names and types of the state columns.
    public List<Field> stateFields(CpuSettings settings, MemoryPool pool) {
        try (Reduction reduction = factory.create(settings, pool)) {
            return reduction.stateFields();
        }
    }

    /// How states are kept, where there is a choice.
    public Optional<Explanation> explain(CpuSettings settings, MemoryPool pool) {
        try (Reduction reduction = factory.create(settings, pool)) {
            return switch (reduction) {
                case TopFewReduction few -> Optional.of(few.explain(name));
                case TopKReduction _ -> Optional.of(heaps(settings));
                default -> Optional.empty();
            };
        }
    }

    private Explanation heaps(CpuSettings settings) {
        return new Explanation(
                "values of TOP_K in heaps",
                name + ": the value to beat lies in the state",
                List.of("values in the state: it takes at most " + settings.topMaxInline()));
    }

    /// Whether this finds each group's first row, for the order of first appearance: its state is an ordinal.
    public boolean isFirstRow() {
        return name.equals(FIRST_ROW);
    }

    public boolean isSame(ReductionSpec other) {
        return name.equals(other.name) && feed.equals(other.feed);
    }
}
