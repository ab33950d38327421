package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Names;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.groupby.rows.GroupSort;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.Ints;
import dev.sheaf.order.CountingSort;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import dev.sheaf.window.Folds;
import dev.sheaf.window.RunFunction;
import dev.sheaf.window.RunInput;
import dev.sheaf.window.RunOperator;
import dev.sheaf.window.Runs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Computes [GroupScan]s over groups that are kept: those of the same order share a sort and a [RunOperator].
record GroupScans(
        Table table, GroupIds ids, CountingSort.Grouped grouped, Aggregates aggregates, QueryContext context) {

    /// Aggregates of the groups, one row each.
    interface Aggregates {
        Table of(QueryContext context, Expr aggregate);
    }

    /// A column a scan, in the order asked for.
    Table apply(RowsBy by, List<GroupScan> scans) {
        List<Column> columns = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        try (var _ = Checkpoint.watch(context::checkCancelled)) {
            for (GroupScan scan : scans) {
                columns.add(by(by, scan));
                fields.add(new Field(scan.name(), columns.getLast().type().decoded()));
            }
            return new Table(new Schema(fields), columns, by == RowsBy.TABLE ? table.rowCount() : grouped.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private Column by(RowsBy by, GroupScan scan) {
        Column inTable = column(scan);
        if (by == RowsBy.TABLE) {
            return inTable;
        }
        try (inTable) {
            return Take.rows(
                    inTable, grouped.rows().segment(), grouped.rowCount(), context.pool(), Workers.tasks(context));
        }
    }

    private Column column(GroupScan scan) {
        return switch (scan) {
            case GroupScan.Run run -> run(run);
            case GroupScan.Change(String _, Expr input, long distance, boolean relative) ->
                change(input, distance, relative);
            case GroupScan.Replaced(String _, Expr input, Expr by) -> replaced(input, by);
            case GroupScan.Transformed(String _, Expr aggregate) -> transformed(aggregate);
            case GroupScan.GroupNumber _ -> GroupSort.idColumn(ids.ids(), table.rowCount(), context.pool());
        };
    }

    private Column run(GroupScan.Run run) {
        run.input().ifPresent(input -> check(run, input));
        Optional<Column> values = run.input().map(this::evaluated);
        try {
            try (Column result = run(run, values)) {
                return run.nullsStay() && values.isPresent() ? masked(result, values.get()) : result.retain();
            }
        } finally {
            values.ifPresent(Column::close);
        }
    }

    private void check(GroupScan.Run run, Expr input) {
        var type = Evaluator.compile(input, table.schema()).type();
        if (run.function() instanceof RunFunction.Folded(var aggregation, var frame)
                && !Folds.accepts(aggregation, List.of(type), frame)) {
            throw new IllegalArgumentException(
                    run.name() + " of " + type + " cannot be scanned; scans take " + Folds.known());
        }
    }

    private Column run(GroupScan.Run run, Optional<Column> values) {
        boolean sorts = !run.order().isEmpty();
        Tasks tasks = Workers.tasks(context);
        List<Column> keys =
                run.order().stream().map(each -> table.column(each.column())).toList();
        List<SortDirection> directions =
                run.order().stream().map(GroupsOptions.Within::direction).toList();
        try (Buffer rows = sorts
                        ? GroupSort.rows(ids.ids(), table.rowCount(), keys, directions, context.pool(), tasks)
                        : grouped.rows().retain();
                RunOperator operator = new RunOperator(runs(rows, tasks), keys)) {
            return withFill(run, values, input -> operator.apply(run.function(), input));
        }
    }

    private Runs runs(Buffer rows, Tasks tasks) {
        return new Runs(
                Ints.of(rows.segment()),
                Ints.of(grouped.offsets().segment()),
                ids.groupCount(),
                Math.toIntExact(table.rowCount()),
                context.settings().getPositive("window.stretch.rows", Runs.STRETCH_ROWS),
                context.pool(),
                tasks);
    }

    /// Something that is done with an input.
    private interface Use {
        Column of(RunInput input);
    }

    private Column withFill(GroupScan.Run run, Optional<Column> values, Use use) {
        if (run.fillValue() == null || values.isEmpty()) {
            return use.of(new RunInput(values, Optional.empty(), Optional.empty()));
        }
        var type = values.get().type().decoded();
        Expr constant = new Expr.Cast(Expressions.lit(run.fillValue()), type, false);
        try (Table one = new Table(new Schema(List.of()), List.of(), 1);
                Column fill = Evaluator.compile(constant, one.schema()).evaluate(one, context.pool())) {
            return use.of(new RunInput(values, Optional.of(fill), Optional.empty()));
        }
    }

    private Column evaluated(Expr expr) {
        return Evaluator.compile(expr, table.schema()).evaluate(table, context.pool());
    }

    /// The result where the input is not null.
    private Column masked(Column result, Column values) {
        if (values.nullCount() == 0) {
            return result.retain();
        }
        Expr isNull = Expressions.col("values").isNull();
        return over(result, values, Expressions.when(isNull).then(null).otherwise(Expressions.col("result")));
    }

    private Column over(Column result, Column values, Expr expr) {
        Schema schema = new Schema(List.of(new Field("result", result.type()), new Field("values", values.type())));
        try (Table both = new Table(schema, List.of(result.retain(), values.retain()), table.rowCount())) {
            return Evaluator.compile(expr, schema).evaluate(both, context.pool());
        }
    }

    private Column change(Expr input, long distance, boolean relative) {
        GroupScan.Run shift = new GroupScan.Run(
                "before", Optional.of(input), new RunFunction.Shifted(distance, false), null, false, List.of());
        Expr now = Expressions.col("values");
        Expr before = Expressions.col("result");
        try (Column values = evaluated(input);
                Column shifted = run(shift)) {
            return over(shifted, values, relative ? now.dividedBy(before).minus(1) : now.minus(before));
        }
    }

    private Column replaced(Expr input, Expr by) {
        try (Column values = evaluated(input);
                Column other = AggregateParts.holdsAggregate(by) ? transformed(by) : evaluated(by)) {
            return over(other, values, Expressions.coalesce(Expressions.col("values"), Expressions.col("result")));
        }
    }

    /// The result of the scan may be called as a key is, that of the aggregate beside the keys may not.
    private Column transformed(Expr aggregate) {
        String name = Names.free("result", ids.keys().schema().names());
        try (Table results = aggregates.of(context, aggregate.as(name))) {
            return Take.rows(
                    results.column(results.columnCount() - 1),
                    ids.ids().segment(),
                    table.rowCount(),
                    context.pool(),
                    Workers.tasks(context));
        }
    }
}
