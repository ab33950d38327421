package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Field;
import java.util.List;

/// A result column: which reductions (by number) its value comes from, and how.
public record OutputSpec(Field field, List<Integer> reductions, Finalizer finalizer) {
    public OutputSpec {
        reductions = List.copyOf(reductions);
    }
}
