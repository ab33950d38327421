package dev.sheaf.groupby.cpu.partition;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.cpu.table.GroupTable;
import dev.sheaf.query.QueryContext;

/// Rows that have not been grouped, in order of the partition of their key's hash: the key columns, then the
/// arguments of the aggregates. Those of partition `p` are rows `starts[p]` to `starts[p + 1]`.
public record ColumnBlock(Table rows, int keyCount, int[] starts) implements AutoCloseable {

    /// Rows of partitions `from` to `to`.
    public int rows(int from, int to) {
        return starts[to] - starts[from];
    }

    /// Adds the rows of some partitions to a table.
    public void addTo(GroupTable table, int from, int to, QueryContext context) {
        context.checkCancelled();
        int count = rows(from, to);
        if (count > 0) {
            try (Table part = rows.slice(starts[from], count)) {
                int columns = part.columnCount();
                table.update(part.columns().subList(0, keyCount), part.columns().subList(keyCount, columns), count);
            }
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
