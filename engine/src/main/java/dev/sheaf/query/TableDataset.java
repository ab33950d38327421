package dev.sheaf.query;

import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A table in memory as a [Dataset]. It does not own the table: the caller keeps it open while scans run.
public record TableDataset(Table table) implements Dataset {
    /// Rows a batch: enough to amortise a batch, few enough that its columns stay in the second-level cache
    /// while several pass over them.
    static final int MORSEL_ROWS = 1 << 16;

    @Override
    public Schema schema() {
        return table.schema();
    }

    @Override
    public SourceStats stats() {
        return SourceStats.ofRows(table.rowCount()).with(new SampledRows(table));
    }

    @Override
    public String describe() {
        return "table of " + table.rowCount() + " rows";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        int morselRows = context.settings().getPositive("morsel.rows", context.batchRows(MORSEL_ROWS));
        boolean isEmpty = scan.filter().map(this::passesNone).orElse(false);
        try (Table selected = table.select(scan.columns())) {
            return new TableSource(isEmpty ? selected.slice(0, 0) : selected.retain(), morselRows);
        }
    }

    /// Whether a condition wants nulls of a column that has none. Looks at no row.
    private boolean passesNone(Expr condition) {
        return Conjuncts.split(condition).stream()
                .anyMatch(part -> part instanceof Expr.Call(Function function, List<Expr> arguments)
                        && function == Function.IS_NULL
                        && arguments.getFirst() instanceof Expr.ColumnRef(String name)
                        && table.schema().contains(name)
                        && hasNoNulls(table.column(name)));
    }

    private static boolean hasNoNulls(Column column) {
        boolean entriesHaveNone = !(column instanceof DictionaryColumn dictionary)
                || dictionary.values().validity().allValid();
        return column.validity().allValid() && entriesHaveNone;
    }

    /// Slices of a table, handed out in order.
    private static final class TableSource implements BatchSource {
        private final Table table;
        private final long morselRows;
        private final AtomicLong nextRow = new AtomicLong();

        TableSource(Table table, long morselRows) {
            this.table = table;
            this.morselRows = morselRows;
        }

        @Override
        public Schema schema() {
            return table.schema();
        }

        @Override
        public SourceStats stats() {
            return SourceStats.ofRows(table.rowCount()).with(new SampledRows(table));
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            context.checkCancelled();
            return batch(nextRow.getAndAdd(morselRows), morselRows);
        }

        @Override
        public @Nullable Batch takeRest(QueryContext context) {
            context.checkCancelled();
            return batch(nextRow.getAndSet(table.rowCount()), Long.MAX_VALUE);
        }

        private @Nullable Batch batch(long first, long most) {
            return first >= table.rowCount()
                    ? null
                    : new Batch(table.slice(first, Math.min(most, table.rowCount() - first)), first);
        }

        @Override
        public long lowestNextRow() {
            return nextRow.get();
        }

        @Override
        public void close() {
            table.close();
        }
    }
}
