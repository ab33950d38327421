package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A reduction that a plan needs; reductions of one kind, parameters and input are one reduction.
///
/// @param kind what it computes
/// @param parameters what the kind leaves open, such as how many values are kept
/// @param input the arguments that it reads, and for which rows
/// @param factory makes it
public record ReductionSpec(Kind kind, List<Object> parameters, InputSpec input, Factory factory) {
    /// What reductions compute.
    public enum Kind {
        ARGMAX,
        ARGMIN,
        BITS,
        BOTTOM,
        COMOMENTS,
        COUNT,
        DIGEST,
        /// The distinct values of each group.
        DISTINCT,
        EXACT,
        FIRST,
        /// The ordinal of each group's first row, for the order of first appearance.
        FIRST_ROW,
        HISTOGRAM,
        LAST,
        LIST,
        MAX,
        MAXBY,
        MEMBERS,
        /// States of one column, merged.
        MERGED,
        MIN,
        MINBY,
        MOMENTS,
        NTH,
        /// One of two arguments of the rows in which neither is null.
        PAIRS,
        PRODUCT,
        REGISTERS,
        SQUARES,
        SUM,
        TOP
    }

    public ReductionSpec {
        parameters = List.copyOf(parameters);
    }

    /// A reduction whose kind leaves nothing open.
    public ReductionSpec(Kind kind, InputSpec input, Factory factory) {
        this(kind, List.of(), input, factory);
    }

    /// Makes the reduction for one thread. Takes no memory yet.
    @FunctionalInterface
    public interface Factory {
        Reduction create(CpuSettings settings, MemoryPool pool);
    }

    /// Kind and parameters in words; the state columns are named by it.
    public String name() {
        String words = kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return Stream.concat(Stream.of(words), parameters.stream().map(Object::toString))
                .collect(Collectors.joining(" "));
    }

    /// The state columns.
    public List<StateField> stateFields(CpuSettings settings, MemoryPool pool) {
        try (Reduction reduction = factory.create(settings, pool)) {
            return reduction.stateFields();
        }
    }

    public boolean isSame(ReductionSpec other) {
        return kind == other.kind && parameters.equals(other.parameters) && input.equals(other.input);
    }

    /// The same reduction of other arguments.
    public ReductionSpec of(InputSpec otherInput, Factory otherFactory) {
        return new ReductionSpec(kind, parameters, otherInput, otherFactory);
    }
}
