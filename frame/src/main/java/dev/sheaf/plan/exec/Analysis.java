package dev.sheaf.plan.exec;

import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.ByteSize;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.physical.rows.OperatorRows;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What EXPLAIN ANALYZE gives: the tree of [Explain] with the rows that each operator gave, and what the run cost, a
/// line a row. The query runs when the rows are asked for; its own are dropped.
public record Analysis(LogicalPlan query) implements Dataset {
    private static final Schema SCHEMA = Schema.of(new Field("plan", DataType.STRING, false));
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public String describe() {
        return "a query that is measured";
    }

    @Override
    public BatchSource scan(Scan scan, QueryContext context) {
        List<String> lines = lines(context);
        try (ColumnBuilder column = new ColumnBuilder(DataType.STRING, context.pool())) {
            lines.forEach(column::append);
            try (Table table = new Table(SCHEMA, List.of(column.build()), lines.size())) {
                return new TableDataset(table).scan(scan, context);
            }
        }
    }

    private List<String> lines(QueryContext context) {
        OperatorRows rows = new OperatorRows();
        long start = System.nanoTime();
        String tree = Executor.measured(query, rows, context);
        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        List<String> lines = new ArrayList<>(tree.lines().toList());
        lines.add(String.format(
                Locale.ROOT,
                "%.1f ms on at most %d threads, with at most %s of memory",
                millis,
                context.threads(),
                ByteSize.format(context.pool().peakBytes())));
        lines.add("time of threads: " + context.phases());
        context.decisions().forEach(decision -> lines.add(line(decision)));
        return lines;
    }

    private static String line(Decision decision) {
        String because = decision.reason().isEmpty() ? "" : ", because " + decision.reason();
        return decision.operator() + ": " + decision.choice() + because;
    }
}
