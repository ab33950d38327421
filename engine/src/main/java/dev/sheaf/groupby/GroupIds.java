package dev.sheaf.groupby;

import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;

/// Which group each row of a table belongs to: `ids`, int32 a row, -1 for a row that has none, and the keys of the
/// groups in the order of ids.
public record GroupIds(Buffer ids, Table keys) implements AutoCloseable {
    /// The number of groups.
    public int groupCount() {
        return Math.toIntExact(keys.rowCount());
    }

    /// The same, to be closed on its own.
    public GroupIds retain() {
        return new GroupIds(ids.retain(), keys.retain());
    }

    @Override
    public void close() {
        ids.close();
        keys.close();
    }
}
