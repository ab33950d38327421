package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Field;
import java.util.List;

/// A result column: which reductions (by number) its value comes from, and how.
record OutputSpec(Field field, List<Integer> reductions, Finalizer finalizer) {
    OutputSpec {
        reductions = List.copyOf(reductions);
    }
}
