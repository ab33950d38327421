package dev.sheaf.plan;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Sorting;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.Buffer;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Computes window calls over a table in memory.
///
/// Calls that partition alike share one group-by, which gives each partition's rows and aggregates. A rank needs
/// one sort of all rows by its order, after which a walk in that order counts within each partition.
final class Windows {
    private final Table table;
    private final QueryContext context;
    private final Map<String, Column> results = new HashMap<>();

    private Windows(Table table, QueryContext context) {
        this.table = table;
        this.context = context;
    }

    /// The table's columns and one for each call, under `schema`; the caller closes it.
    static Table over(Table table, List<WindowCall> calls, Schema schema, QueryContext context) {
        Windows windows = new Windows(table, context);
        try {
            calls.stream()
                    .collect(Collectors.groupingBy(WindowCall::partitionBy))
                    .forEach(windows::computePartitioned);
            return windows.result(calls, schema);
        } catch (RuntimeException | Error failure) {
            windows.results.values().forEach(Column::close);
            throw failure;
        }
    }

    private Table result(List<WindowCall> calls, Schema schema) {
        List<Column> columns = new ArrayList<>();
        table.columns().forEach(column -> columns.add(column.retain()));
        calls.forEach(call -> columns.add(java.util.Objects.requireNonNull(results.get(call.name()))));
        return new Table(schema, columns, table.rowCount());
    }

    private void computePartitioned(List<Expr> by, List<WindowCall> calls) {
        List<Expr.Aggregate> aggregates = new ArrayList<>();
        List<String> aggregateNames = new ArrayList<>();
        List<WindowCall> rankings = new ArrayList<>();
        for (WindowCall call : calls) {
            if (call.function() instanceof WindowFunction.Aggregated(Expr.Aggregate aggregate)) {
                aggregates.add(aggregate);
                aggregateNames.add(call.name());
            } else {
                rankings.add(call);
            }
        }
        try (Partitions partitions = Partitions.of(table, by, aggregates, context);
                Buffer partitionOfRow = partitions.ofRows(table.rowCount(), context)) {
            for (int i = 0; i < aggregates.size(); i++) {
                Column values = partitions.aggregate(i);
                results.put(
                        aggregateNames.get(i),
                        Take.rows(values, partitionOfRow.segment(), table.rowCount(), context.pool()));
            }
            rankings.stream()
                    .collect(Collectors.groupingBy(WindowCall::orderBy))
                    .forEach((order, ranked) -> rank(order, ranked, partitionOfRow.segment(), partitions.count()));
        }
    }

    private void rank(List<SortKey> order, List<WindowCall> calls, MemorySegment partitionOfRow, int partitions) {
        ExtraColumns keyColumns =
                new ExtraColumns(order.stream().map(SortKey::expr).toList(), table.schema());
        List<SortDirection> directions = SortRows.directions(order);
        try (Table extended = keyColumns.apply(table, context);
                var _ = context.phases().time(Phase.SORT);
                Buffer sorted = Sorting.argsort(
                        keyColumns.of(extended),
                        directions,
                        table.rowCount(),
                        context.pool(),
                        SortRows.tasks(context))) {
            RowOrder ties = new RowOrder(keyColumns.of(extended), directions);
            for (WindowCall call : calls) {
                Buffer ranks = context.pool().allocate(table.rowCount() * Long.BYTES, call.name());
                results.put(
                        call.name(),
                        new FixedColumn(DataType.INT64, table.rowCount(), ranks, Validity.allValid(table.rowCount())));
                walk(call.function(), sorted.segment(), ties, partitionOfRow, partitions, ranks.segment());
            }
        }
    }

    /// Walks the rows in sorted order; `last` is, for each partition, the row seen last in it.
    private void walk(
            WindowFunction function,
            MemorySegment sorted,
            RowOrder ties,
            MemorySegment partitionOfRow,
            int partitions,
            MemorySegment ranks) {
        String purpose = "ranks of partitions";
        try (Buffer counts = context.pool().allocateZeroed((long) partitions * Long.BYTES, purpose);
                Buffer lasts = context.pool().allocate((long) partitions * Integer.BYTES, purpose)) {
            MemorySegment count = counts.segment();
            MemorySegment last = lasts.segment();
            last.fill((byte) -1);
            for (long i = 0; i < table.rowCount(); i++) {
                int row = sorted.getAtIndex(ValueLayout.JAVA_INT, i);
                int partition = partitionOfRow.getAtIndex(ValueLayout.JAVA_INT, row);
                int before = last.getAtIndex(ValueLayout.JAVA_INT, partition);
                long seen = count.getAtIndex(ValueLayout.JAVA_LONG, partition);
                boolean tied = before >= 0 && ties.compare(before, row) == 0;
                long next = function instanceof WindowFunction.DenseRank && tied ? seen : seen + 1;
                boolean repeats = tied && !(function instanceof WindowFunction.RowNumber);
                ranks.setAtIndex(
                        ValueLayout.JAVA_LONG, row, repeats ? ranks.getAtIndex(ValueLayout.JAVA_LONG, before) : next);
                count.setAtIndex(ValueLayout.JAVA_LONG, partition, next);
                last.setAtIndex(ValueLayout.JAVA_INT, partition, row);
            }
        }
    }
}
