package dev.sheaf.plan.exec;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.plan.physical.StreamOrder;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.spill.StoredBatches;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Stores the rows of a source in its order, small batches put together: a union of many queries gives a batch for
/// each of them, and what is kept of a batch beside its rows would come to more than the rows.
final class RowKeeper {
    /// Batches of so many rows are stored as they are.
    private static final int LARGE_ROWS = 1 << 14;

    private final Schema schema;
    private final StoredBatches rows;
    private final QueryContext context;
    private final List<Table> small = new ArrayList<>();
    private long smallRows;
    private long stored;

    private RowKeeper(Schema schema, StoredBatches rows, QueryContext context) {
        this.schema = schema;
        this.rows = rows;
        this.context = context;
    }

    /// Pulls `source` to its end on the threads of the query.
    static void store(BatchSource source, StoredBatches rows, QueryContext context) {
        RowKeeper keeper = new RowKeeper(source.schema(), rows, context);
        try (StreamOrder order = new StreamOrder(source)) {
            Workers.runOnAll(context, _ -> keeper.storeShare(order));
            keeper.storeSmall();
        } finally {
            keeper.small.forEach(Table::close);
        }
    }

    private void storeShare(StreamOrder order) {
        boolean more = true;
        while (more) {
            more = order.pull(context);
            synchronized (order) {
                Batch batch;
                while ((batch = order.poll()) != null) {
                    add(batch);
                }
            }
            context.checkCancelled();
        }
    }

    private void add(Batch batch) {
        if (batch.rowCount() == 0) {
            batch.close();
            return;
        }
        if (batch.rowCount() < LARGE_ROWS) {
            small.add(batch.table());
            smallRows += batch.rowCount();
            if (smallRows >= LARGE_ROWS) {
                storeSmall();
            }
            return;
        }
        try (batch) {
            storeSmall();
            append(batch.table());
        }
    }

    private void storeSmall() {
        if (smallRows > 0) {
            try (Table whole = small.size() == 1 ? small.removeFirst() : joined()) {
                append(whole);
            }
        }
        small.forEach(Table::close);
        small.clear();
        smallRows = 0;
    }

    private Table joined() {
        List<Column> columns = new ArrayList<>();
        try {
            IntStream.range(0, schema.size())
                    .forEach(i -> columns.add(Concat.columns(
                            schema.field(i).type(),
                            small.stream().map(table -> table.column(i)).toList(),
                            context.pool())));
            return new Table(schema, columns, smallRows);
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private void append(Table table) {
        rows.append(new Batch(table, stored), 0);
        stored += table.rowCount();
    }
}
