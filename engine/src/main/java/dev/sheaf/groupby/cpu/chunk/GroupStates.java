package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Table;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
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

    /// At most so many rows merging these groups takes room for: lists are merged value by value.
    public long mergedRows() {
        return table.columns().stream().mapToLong(GroupStates::mergedRows).max().orElse(0);
    }

    private static long mergedRows(Column states) {
        return states instanceof ListColumn lists
                ? lists.offsets().start(lists.length()) - lists.offsets().start(0)
                : states.length();
    }

    /// The same groups, their first `keys` columns without dictionaries; to be closed by the caller, `this` stays open.
    public GroupStates plain(int keys, MemoryPool pool) {
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < table.columnCount(); i++) {
                Column column = table.column(i);
                columns.add(closer.add(i < keys ? Dictionaries.decode(column, pool) : column.retain()));
            }
            closer.release();
            return new GroupStates(new Table(table.schema(), columns, table.rowCount()), starts);
        }
    }

    @Override
    public void close() {
        table.close();
    }
}
