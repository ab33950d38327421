package dev.sheaf.arrow;

import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// The tables of a source, pulled one after the other.
final class SourceTables implements Iterator<Table> {
    private final BatchSource source;
    private final QueryContext context;
    private @Nullable Batch next;

    SourceTables(BatchSource source, QueryContext context) {
        this.source = source;
        this.context = context;
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            next = source.next(context);
        }
        return next != null;
    }

    @Override
    public Table next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        Table table = next.table();
        next = null;
        return table;
    }
}
