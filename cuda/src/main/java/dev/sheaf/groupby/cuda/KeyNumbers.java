package dev.sheaf.groupby.cuda;

import dev.sheaf.column.Table;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Numbers of groups by their keys, looked up on the host. The first question downloads the keys and makes an index.
final class KeyNumbers implements AutoCloseable {
    private final Supplier<Table> keys;
    private final MemoryPool pool;
    private @Nullable Groups index;

    /// @param keys gives a row for each group, to be closed by who asks
    KeyNumbers(Supplier<Table> keys, MemoryPool pool) {
        this.keys = keys;
        this.pool = pool;
    }

    /// The number of the group of a key; -1 if there is none.
    synchronized int of(@Nullable Object... key) {
        Groups known = index;
        if (known == null) {
            known = index();
            index = known;
        }
        return known.indexOf(key);
    }

    /// Each key is a group of its own, and has its number.
    private Groups index() {
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table host = keys.get()) {
            return GroupBy.on(host, host.schema().names().toArray(String[]::new))
                    .nullKeys(NullKeys.INCLUDE)
                    .groups(context, GroupsOptions.DEFAULT);
        }
    }

    @Override
    public synchronized void close() {
        if (index != null) {
            index.close();
            index = null;
        }
    }
}
