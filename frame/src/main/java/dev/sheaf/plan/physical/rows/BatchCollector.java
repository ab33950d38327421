package dev.sheaf.plan.physical.rows;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// All batches of a source, held in memory.
public final class BatchCollector implements AutoCloseable {
    /// So many rows are pulled before another thread is awake.
    private static final int FEW_ROWS = 1 << 12;

    private final List<Batch> batches = new ArrayList<>();

    /// None yet.
    public BatchCollector() {}

    /// Pulls a source to its end on all threads of the query, or on this one if there are few rows, and keeps
    /// each batch after `step`.
    public static BatchCollector pull(BatchSource source, BatchStep step, QueryContext context) {
        BatchCollector all = new BatchCollector();
        try {
            if (isSmall(source)) {
                all.pullShare(source, step, context);
            } else {
                Workers.runOnAll(context, _ -> all.pullShare(source, step, context));
            }
            return all;
        } catch (RuntimeException | Error failure) {
            all.close();
            throw failure;
        }
    }

    /// Whether a source has so few rows that one thread is done with them before others are awake.
    public static boolean isSmall(BatchSource source) {
        return source.stats().rowCount().orElse(Long.MAX_VALUE) <= FEW_ROWS;
    }

    private void pullShare(BatchSource source, BatchStep step, QueryContext context) {
        Batch batch;
        while ((batch = source.next(context)) != null) {
            try (Batch pulled = batch) {
                add(new Batch(step.apply(pulled, context), pulled.firstRow()));
            }
            context.checkCancelled();
        }
    }

    /// Takes over a batch.
    public synchronized void add(Batch batch) {
        batches.add(batch);
    }

    /// All batches so far, which are the caller's from now on.
    public synchronized List<Batch> take() {
        List<Batch> taken = List.copyOf(batches);
        batches.clear();
        return taken;
    }

    /// The rows of all batches in stream order as one table.
    public Table toTable(Schema schema, QueryContext context) {
        batches.sort(Comparator.comparingLong(Batch::firstRow));
        List<Table> tables = batches.stream().map(Batch::table).toList();
        long rows = tables.stream().mapToLong(Table::rowCount).sum();
        // A single part is not copied, which is no work to share out.
        ColumnsMaker columns = new ColumnsMaker(context, tables.size() == 1 ? 0 : rows);
        return new Table(
                schema, columns.make(schema.size(), (i, tasks) -> concat(schema, tables, i, context, tasks)), rows);
    }

    /// The parts of a column are given back as soon as they are copied.
    private static Column concat(Schema schema, List<Table> tables, int index, QueryContext context, Tasks tasks) {
        List<Column> parts = tables.stream().map(table -> table.column(index)).toList();
        Column whole = Concat.columns(schema.field(index).type(), parts, context.pool(), tasks);
        parts.forEach(Column::close);
        return whole;
    }

    @Override
    public void close() {
        batches.forEach(Batch::close);
    }
}
