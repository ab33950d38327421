package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.function.LongFunction;

/// Turns the states of all groups into a result column, to be closed by the caller; the states stay open.
@FunctionalInterface
interface Finalizer {

    /// The state columns come in the order of the reductions and their fields.
    Column finish(List<Column> states, Groups groups);

    /// How many groups there are, what each is called in errors, and where memory comes from.
    record Groups(int count, LongFunction<String> name, CpuSettings settings, MemoryPool pool) {}

    /// The only state is the result.
    static Column same(List<Column> states, Groups groups) {
        return states.getFirst().retain();
    }
}
