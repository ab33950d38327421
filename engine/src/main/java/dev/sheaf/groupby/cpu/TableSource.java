package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.SourceStats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Result tables as a stream, in their order. Closes what nobody took.
final class TableSource implements BatchSource {
    private final Schema schema;
    private final Deque<Batch> batches = new ArrayDeque<>();
    private final long rowCount;

    /// Takes over the tables.
    TableSource(Schema schema, List<Table> tables) {
        this.schema = schema;
        long firstRow = 0;
        for (Table table : tables) {
            batches.add(new Batch(table, firstRow));
            firstRow += table.rowCount();
        }
        this.rowCount = firstRow;
    }

    /// The same rows in tables of at most `rows`, which several threads can share. Nobody may have taken one yet.
    TableSource sliced(int rows) {
        List<Table> parts = new ArrayList<>();
        synchronized (batches) {
            for (Batch batch : batches) {
                for (long from = 0; from < batch.rowCount(); from += rows) {
                    parts.add(batch.table().slice(from, Math.min(rows, batch.rowCount() - from)));
                }
            }
        }
        close();
        return new TableSource(schema, parts);
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(rowCount);
    }

    @Override
    public @Nullable Batch next(QueryContext context) {
        context.checkCancelled();
        synchronized (batches) {
            return batches.poll();
        }
    }

    @Override
    public long lowestNextRow() {
        synchronized (batches) {
            Batch next = batches.peek();
            return next == null ? Long.MAX_VALUE : next.firstRow();
        }
    }

    @Override
    public void close() {
        synchronized (batches) {
            batches.forEach(Batch::close);
            batches.clear();
        }
    }
}
