package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Tasks;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import dev.sheaf.query.Workers;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/// One pass of aggregates over rows whose groups are known: a group-by whose key is the number of the group,
/// and its range is known, so that states lie at the numbers.
record GroupPass(
        Table rows,
        FixedColumn groups,
        int count,
        Schema keySchema,
        Function<Tasks, Table> keys,
        GroupByOptions rules) {

    /// Keys and aggregates, or expressions over aggregates and keys, in the order of the groups; to be closed by the
    /// caller.
    Table aggregate(QueryContext context, Expr... aggregates) {
        List<Expr> names = keySchema.names().stream().map(Expressions::col).toList();
        AggregateParts parts = AggregateParts.of(names, List.of(aggregates));
        if (parts.outputs().isEmpty()) {
            return withKeys(context, parts.aggregates());
        }
        try (Table groups = withKeys(context, parts.aggregates())) {
            return Finisher.compile(parts.finish(GroupFinish.NONE), groups.schema())
                    .apply(groups, context.pool());
        }
    }

    private Table withKeys(QueryContext context, List<Expr> aggregates) {
        try (Table values = alone(context, aggregates)) {
            List<Field> fields = new ArrayList<>(keySchema.fields());
            fields.addAll(values.schema().fields());
            Schema schema = new Schema(fields);
            List<Column> columns = new ArrayList<>();
            keys.apply(Workers.tasks(context)).columns().forEach(column -> columns.add(column.retain()));
            values.columns().forEach(column -> columns.add(column.retain()));
            return new Table(schema, columns, count);
        }
    }

    /// The aggregates alone, in the order of the groups; to be closed by the caller.
    Table alone(QueryContext context, List<Expr> aggregates) {
        Set<String> used = new LinkedHashSet<>();
        for (Expr aggregate : aggregates) {
            used.addAll(ExprColumns.of(aggregate));
        }
        used.forEach(rows.schema()::indexOf);
        GroupColumn column = GroupColumn.beside(used, aggregates);
        String id = column.name();
        try (Table numbered = numbered(id, used)) {
            GroupByOptions options = rules.with(NullKeys.EXCLUDE).with(Order.SORTED);
            List<Expr> number = List.of(Expressions.col(id));
            GroupByRequest request = new GroupByRequest(
                            numbered.schema(), Optional.empty(), number, aggregates, options)
                    .numbered(count);
            Scan scan = Scan.of(numbered.schema().names());
            try (BatchSource input = new Known(new TableDataset(numbered).scan(scan, context), stats(id));
                    BatchSource result = Backends.execute(request, input, context);
                    Table all = Inputs.collect(result, context)) {
                return withoutIds(all);
            } catch (ArithmeticException overflow) { // which has stopped the workers of the query
                throw column.named(overflow, keys.apply(Tasks.SEQUENTIAL));
            }
        }
    }

    private Table numbered(String id, Set<String> used) {
        List<Field> fields = new ArrayList<>();
        List<Column> columns = new ArrayList<>();
        fields.add(new Field(id, DataType.INT32));
        columns.add(groups.retain());
        for (String name : used) {
            fields.add(rows.schema().field(name));
            columns.add(rows.column(name).retain());
        }
        return new Table(new Schema(fields), columns, rows.rowCount());
    }

    private SourceStats stats(String id) {
        ColumnStats range = count == 0
                ? ColumnStats.UNKNOWN
                : new ColumnStats(
                        Optional.of(0),
                        Optional.of(count - 1),
                        OptionalLong.of(groups.nullCount()),
                        OptionalLong.of(count));
        return new SourceStats(OptionalLong.of(rows.rowCount()), Map.of(id, range));
    }

    private Table withoutIds(Table all) {
        if (all.rowCount() != count) {
            throw new AssertionError(all.rowCount() + " results of " + count + " groups");
        }
        return all.select(all.schema().names().subList(1, all.columnCount()));
    }

    /// A source with known statistics.
    private record Known(BatchSource input, SourceStats stats) implements ForwardingSource {}
}
