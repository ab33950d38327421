package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/// Turns the states of all groups into a result column, to be closed by the caller; the states stay open.
@FunctionalInterface
interface Finalizer {

    /// The state columns come in the order of the reductions and their fields.
    Column finish(List<Column> states, Groups groups);

    /// How many groups there are, what each is called in errors, where memory comes from, and who runs tasks.
    record Groups(int count, LongFunction<String> name, CpuSettings settings, MemoryPool pool, Parallel parallel) {
        /// On one thread.
        Groups(int count, LongFunction<String> name, CpuSettings settings, MemoryPool pool) {
            this(count, name, settings, pool, Parallel.ONE_THREAD);
        }
    }

    /// Runs a task for each number `0 .. count - 1`, maybe several at once, and waits for all. They begin in this
    /// order.
    @FunctionalInterface
    interface Parallel {
        /// One after the other.
        Parallel ONE_THREAD = (count, task) -> IntStream.range(0, count).forEach(task);

        void forEach(int count, IntConsumer task);
    }

    /// The only state is the result.
    static Column same(List<Column> states, Groups groups) {
        return states.getFirst().retain();
    }
}
