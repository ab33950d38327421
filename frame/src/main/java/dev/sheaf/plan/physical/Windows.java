package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.Buffer;
import dev.sheaf.order.Ranks;
import dev.sheaf.order.RowOrder;
import dev.sheaf.order.Sorting;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Computes window calls over a table in memory.
///
/// Calls that partition alike share the groups of one group-by, and one pass of their aggregates. Ranks of the same
/// order share one sort of all rows by partition and order, after which each partition is numbered on its own.
final class Windows {
    /// Partitions that one task numbers: enough to make up for handing it out.
    private static final int PARTITIONS_PER_TASK = 1024;

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
        try (Partitions partitions = Partitions.of(table, by, aggregates, context)) {
            for (int i = 0; i < aggregates.size(); i++) {
                Column values = partitions.aggregate(i);
                results.put(
                        aggregateNames.get(i),
                        Take.rows(values, partitions.ofRows().segment(), table.rowCount(), context.pool()));
            }
            rankings.stream()
                    .collect(Collectors.groupingBy(WindowCall::orderBy))
                    .forEach((order, ranked) -> rank(order, ranked, partitions));
        }
    }

    private void rank(List<SortKey> order, List<WindowCall> calls, Partitions partitions) {
        ExtraColumns keyColumns =
                new ExtraColumns(order.stream().map(SortKey::expr).toList(), table.schema());
        List<SortDirection> directions = new ArrayList<>(SortRows.directions(order));
        try (Table extended = keyColumns.apply(table, context);
                var _ = context.phases().time(Phase.SORT)) {
            RowOrder peers = RowOrder.of(keyColumns.of(extended), directions);
            List<Column> keys = new ArrayList<>(keyColumns.of(extended));
            keys.addFirst(partitions.ofRows());
            directions.addFirst(SortDirection.ASCENDING);
            try (Buffer sorted =
                    Sorting.argsort(keys, directions, table.rowCount(), context.pool(), SortRows.tasks(context))) {
                for (WindowCall call : calls) {
                    results.put(call.name(), ranked(call, sorted.segment(), peers, partitions));
                }
            }
        }
    }

    private Column ranked(WindowCall call, MemorySegment sorted, RowOrder peers, Partitions partitions) {
        Ranks kind = ranks(call.function());
        Buffer ranks = context.pool().allocate(table.rowCount() * Long.BYTES, call.name());
        Column column = new FixedColumn(DataType.INT64, table.rowCount(), ranks, Validity.allValid(table.rowCount()));
        try {
            int tasks = Math.ceilDiv(partitions.count(), PARTITIONS_PER_TASK);
            Workers.forEach(context, tasks, task -> {
                int end = Math.min(partitions.count(), (task + 1) * PARTITIONS_PER_TASK);
                for (int p = task * PARTITIONS_PER_TASK; p < end; p++) {
                    kind.number(sorted, partitions.start(p), partitions.start(p + 1), peers, ranks.segment());
                }
            });
            return column;
        } catch (RuntimeException | Error failure) {
            column.close();
            throw failure;
        }
    }

    private static Ranks ranks(WindowFunction function) {
        return switch (function) {
            case WindowFunction.RowNumber() -> Ranks.ROW_NUMBER;
            case WindowFunction.Rank() -> Ranks.RANK;
            case WindowFunction.DenseRank() -> Ranks.DENSE_RANK;
            case WindowFunction.Aggregated _ -> throw new AssertionError(function);
        };
    }
}
