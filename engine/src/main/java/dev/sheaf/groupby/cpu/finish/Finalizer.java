package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.function.LongFunction;

/// Turns the states of all groups into a result column, to be closed by the caller; the states stay open.
@FunctionalInterface
public interface Finalizer {

    /// The state columns come in the order of the reductions and their fields.
    Column finish(List<Column> states, Groups groups);

    /// How many groups there are, what each is called in errors, where memory comes from, and who runs tasks.
    record Groups(int count, LongFunction<String> name, CpuSettings settings, MemoryPool pool, Tasks tasks) {
        /// On one thread.
        public Groups(int count, LongFunction<String> name, CpuSettings settings, MemoryPool pool) {
            this(count, name, settings, pool, Tasks.SEQUENTIAL);
        }
    }

    /// The only state is the result.
    static Column same(List<Column> states, Groups groups) {
        return states.getFirst().retain();
    }

    /// For ARGMIN and ARGMAX, the second state: the ordinals of groups that have a value.
    static Column validOrdinals(List<Column> states, Finalizer.Groups groups) {
        FixedColumn rows = (FixedColumn) states.get(1);
        return new FixedColumn(
                DataType.INT64,
                groups.count(),
                rows.values().retain(),
                states.getFirst().validity().slice(0, groups.count()));
    }
}
