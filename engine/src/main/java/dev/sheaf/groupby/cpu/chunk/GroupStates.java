package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Table;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Groups with their states, not final yet: the one form in which states leave a `GroupTable` and enter another.
///
/// `table` has one row a group, of the schema `GroupByPlan.stateSchema`. If it is partitioned, the
/// groups of partition `p` are rows `starts[p]` to `starts[p + 1]`. With its text decoded it is the table of a
/// [dev.sheaf.groupby.PartialState].
public record GroupStates(Table table, int @Nullable [] starts) implements AutoCloseable {

    public int groups() {
        return (int) table.rowCount();
    }

    /// The row at which a partition starts.
    public int start(int partition) {
        return Objects.requireNonNull(starts)[partition];
    }

    @Override
    public void close() {
        table.close();
    }
}
