package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.AggregationTypes;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.plan.FrameFolds;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.window.RunOperator;
import dev.sheaf.window.Runs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Computes window calls over a table in memory.
///
/// Calls that partition alike share the groups of one group-by, and one pass of their aggregates of whole partitions.
/// Calls of the same order share one sort of all rows by partition and order, and the peers in it.
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
        List<WindowCall> ordered = new ArrayList<>();
        for (WindowCall call : calls) {
            if (call.function() instanceof WindowFunction.Aggregated(Expr.Aggregate aggregate)) {
                aggregates.add(aggregate);
                aggregateNames.add(call.name());
            } else {
                ordered.add(call);
            }
        }
        try (Partitions partitions = Partitions.of(table, by, aggregates, context)) {
            for (int i = 0; i < aggregates.size(); i++) {
                results.put(aggregateNames.get(i), partitions.aggregate(i, context));
            }
            ordered.stream()
                    .collect(Collectors.groupingBy(WindowCall::orderBy))
                    .forEach((order, same) -> computeOrdered(order, same, partitions));
        }
    }

    private void computeOrdered(List<SortKey> order, List<WindowCall> calls, Partitions partitions) {
        ExtraColumns keyColumns =
                new ExtraColumns(order.stream().map(SortKey::expr).toList(), table.schema());
        try (Table extended = keyColumns.apply(table, context);
                Buffer rows = rows(order, keyColumns.of(extended), partitions);
                RunOperator operator = new RunOperator(runs(rows, partitions), keyColumns.of(extended))) {
            for (WindowCall call : calls) {
                results.put(call.name(), computed(call, table, operator, context));
            }
        }
    }

    /// The values of a call over runs of the rows of a table.
    static Column computed(WindowCall call, Table table, RunOperator operator, QueryContext context) {
        try (WindowInput input = WindowInput.of(call, table, context);
                var _ = context.phases().time(Phase.REDUCE)) {
            if (call.function() instanceof WindowFunction.Framed framed && !FrameFolds.slides(framed, table.schema())) {
                return grouped(framed, input, table, operator, context);
            }
            return operator.apply(input.function(), input.columns());
        }
    }

    private static Column grouped(
            WindowFunction.Framed framed, WindowInput input, Table table, RunOperator operator, QueryContext context) {
        Expr.Aggregate aggregate = framed.aggregate();
        List<DataType> arguments = aggregate.arguments().stream()
                .map(each -> Typing.typeOf(each.unaliased(), table.schema()))
                .toList();
        DataType type = AggregationTypes.resultType(aggregate.aggregation(), arguments);
        try (FramedGroups groups = new FramedGroups(aggregate, table, context)) {
            return operator.apply(framed.frame().shape(), input.columns().edges(), type.decoded(), groups::of);
        }
    }

    private Buffer rows(List<SortKey> order, List<Column> keyColumns, Partitions partitions) {
        if (order.isEmpty()) {
            return partitions.rowBuffer();
        }
        try (var _ = context.phases().time(Phase.SORT)) {
            return partitions.sorted(keyColumns, SortRows.directions(order), context);
        }
    }

    private Runs runs(Buffer rows, Partitions partitions) {
        return new Runs(
                Ints.of(rows.segment()),
                Ints.of(partitions.starts()),
                partitions.count(),
                Math.toIntExact(table.rowCount()),
                WholeColumn.stretchRows(context),
                context.pool(),
                Workers.tasks(context));
    }
}
