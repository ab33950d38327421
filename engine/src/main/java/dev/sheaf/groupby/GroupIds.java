package dev.sheaf.groupby;

import dev.sheaf.column.Table;
import dev.sheaf.memory.Buffer;

/// Which group each row of a table belongs to: `ids`, int32 a row, -1 for a row that has none, and the keys of the
/// groups in the order of ids. `byAppearance` says that ids follow the first rows of the groups for certain.
public record GroupIds(Buffer ids, Table keys, boolean byAppearance) implements AutoCloseable {
    /// The number of groups.
    public int groupCount() {
        return Math.toIntExact(keys.rowCount());
    }

    @Override
    public void close() {
        ids.close();
        keys.close();
    }
}
