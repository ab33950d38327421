package dev.sheaf.plan.physical;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.physical.rows.BatchCollector;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import dev.sheaf.plan.physical.rows.KeyedSort;
import dev.sheaf.plan.physical.rows.OperatorRows;
import dev.sheaf.plan.physical.rows.SortRows;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.TableDataset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens the operators of a physical plan for one query.
///
/// A plan is asked for its rows as a stream ([#open]) or as one table ([#table]). Operators that hold their
/// whole result anyway give the table as it is; others are streamed and their batches put together.
public final class Operators implements SourceOpener {
    private final QueryContext context;
    private final @Nullable OperatorRows rows;
    private final ScanHints hints;
    private final Joins joins;

    public Operators(QueryContext context) {
        this(context, null);
    }

    public Operators(QueryContext context, @Nullable OperatorRows rows) {
        this.context = context;
        this.rows = rows;
        this.hints = new ScanHints(context);
        this.joins = new Joins(this, hints);
    }

    @Override
    public QueryContext context() {
        return context;
    }

    /// The rows of a plan as a stream, which the caller closes.
    @Override
    public BatchSource open(PhysicalPlan plan) {
        return counted(plan, source(plan));
    }

    /// The rows of an operator, counted, without those that have no partner in a join above.
    private BatchSource counted(PhysicalPlan plan, BatchSource source) {
        return hints.kept(plan, rows == null ? source : rows.counted(plan, source));
    }

    private BatchSource source(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Empty(Schema schema) -> new EmptySource(schema);
            case PhysicalPlan.Read read -> ReportedSource.of(read.dataset().scan(hints.scan(read), context), context);
            case PhysicalPlan.Filter filter -> filtered(filter);
            case PhysicalPlan.Project project -> projected(project);
            case PhysicalPlan.Unnest unnest -> unnested(unnest);
            case PhysicalPlan.Limit(PhysicalPlan input, long offset, long count) ->
                new RangeSource(open(input), offset, count);
            case PhysicalPlan.Randomized random ->
                new RandomSource(open(random.input()), random.seed(), random.schema());
            case PhysicalPlan.GroupBy groupBy -> grouped(groupBy);
            case PhysicalPlan.Join join -> joins.open(join);
            case PhysicalPlan.AsofJoin join -> joins.open(join);
            case PhysicalPlan.Sort(PhysicalPlan input, List<SortKey> keys)
            when KeyedSort.canSpill(input.schema()) && streams(input) -> SortedStream.of(input, keys, this);
            case PhysicalPlan.Window window -> windows(window).stream(this);
            case PhysicalPlan.TopN top -> topRows(top);
            case PhysicalPlan.Sort _, PhysicalPlan.GroupTopN _ -> {
                try (Table table = held(plan)) {
                    yield scan(table);
                }
            }
        };
    }

    /// The rows of a table, which stays the caller's, as a stream.
    @Override
    public BatchSource scan(Table table) {
        return new TableDataset(table).scan(Scan.of(table.schema().names()), context);
    }

    /// The rows of a plan as one table, which the caller closes.
    public Table table(PhysicalPlan plan) {
        return table(plan, BatchStep.NOTHING, plan.schema());
    }

    @Override
    public Table table(PhysicalPlan plan, BatchStep step, Schema schema) {
        if (isHeld(plan)) {
            try (Table table = held(plan)) {
                if (rows != null) {
                    rows.count(plan, table);
                }
                return step.apply(table, context);
            }
        }
        try (BatchSource source = open(plan);
                BatchCollector batches = BatchCollector.pull(source, step, context)) {
            return batches.toTable(schema, context);
        }
    }

    private WindowRows windows(PhysicalPlan.Window window) {
        WindowStages stages = new WindowStages(window, context);
        if (streams(window.input())) {
            try (BatchSource rows = open(window.input())) {
                return stages.over(rows);
            }
        }
        try (Table rows = table(window.input())) {
            return stages.over(rows);
        }
    }

    /// Whether the rows of a plan come as a stream that need not fit in memory. Some plans give either: see
    /// [#isHeld].
    private boolean streams(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Sort(PhysicalPlan input, List<SortKey> _) -> streams(input);
            case PhysicalPlan.Window(PhysicalPlan input, List<WindowCall> _) -> streams(input);
            case PhysicalPlan.Project(PhysicalPlan input, List<Expr> _) -> !isHeld(plan) || streams(input);
            case PhysicalPlan.Limit(PhysicalPlan input, long _, long _) -> streams(input);
            case PhysicalPlan.GroupTopN _ -> false;
            case PhysicalPlan.Read _,
                    PhysicalPlan.Empty _,
                    PhysicalPlan.TopN _,
                    PhysicalPlan.Filter _,
                    PhysicalPlan.Unnest _,
                    PhysicalPlan.GroupBy _,
                    PhysicalPlan.Randomized _,
                    PhysicalPlan.Join _,
                    PhysicalPlan.AsofJoin _ -> !isHeld(plan);
        };
    }

    @Override
    public boolean isHeld(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Read(Dataset dataset, Scan _) ->
                dataset instanceof TableDataset && !hints.dropsRows(plan);
            case PhysicalPlan.Project(PhysicalPlan input, List<Expr> expressions) ->
                isHeld(input) && expressions.stream().allMatch(expr -> expr.unaliased() instanceof Expr.ColumnRef);
            case PhysicalPlan.Limit(PhysicalPlan input, long _, long _) -> isHeld(input);
            case PhysicalPlan.Sort _, PhysicalPlan.Window _, PhysicalPlan.GroupTopN _ -> true;
            case PhysicalPlan.Empty _,
                    PhysicalPlan.TopN _,
                    PhysicalPlan.Filter _,
                    PhysicalPlan.Unnest _,
                    PhysicalPlan.GroupBy _,
                    PhysicalPlan.Randomized _,
                    PhysicalPlan.Join _,
                    PhysicalPlan.AsofJoin _ -> false;
        };
    }

    private Table held(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Read(TableDataset rows, Scan scan) -> rows.table().select(scan.columns());
            case PhysicalPlan.Project project -> {
                try (Table rows = table(project.input());
                        BatchStep step = step(project)) {
                    yield step.apply(rows, context);
                }
            }
            case PhysicalPlan.Limit(PhysicalPlan input, long offset, long count) -> {
                try (Table rows = table(input)) {
                    long first = Math.min(offset, rows.rowCount());
                    yield rows.slice(first, Math.min(count, rows.rowCount() - first));
                }
            }
            case PhysicalPlan.Sort(PhysicalPlan input, List<SortKey> keys) -> sorted(input, keys);
            case PhysicalPlan.Window window -> windows(window).table(context);
            case PhysicalPlan.GroupTopN top -> {
                try (Table rows = table(top.input())) {
                    yield GroupTopN.of(rows, top.call(), top.count(), top.schema(), context);
                }
            }
            case PhysicalPlan.Read _, PhysicalPlan.Empty _, PhysicalPlan.Filter _ -> throw new AssertionError(plan);
            case PhysicalPlan.TopN _, PhysicalPlan.Unnest _, PhysicalPlan.GroupBy _ -> throw new AssertionError(plan);
            case PhysicalPlan.Join _, PhysicalPlan.AsofJoin _, PhysicalPlan.Randomized _ ->
                throw new AssertionError(plan);
        };
    }

    private Table sorted(PhysicalPlan input, List<SortKey> keys) {
        ExtraColumns keyColumns =
                new ExtraColumns(keys.stream().map(SortKey::expr).toList(), input.schema());
        try (Table rows = table(input, keyColumns.step(), keyColumns.schema())) {
            return SortRows.sorted(rows, input.schema(), keyColumns.of(rows), SortRows.directions(keys), context);
        }
    }

    /// A filter below picks rows without gathering their columns, unless a backend filters groups.
    private BatchSource topRows(PhysicalPlan.TopN top) {
        if (top.input() instanceof PhysicalPlan.Filter(PhysicalPlan input, Expr condition, List<String> columns)
                && !(input instanceof PhysicalPlan.GroupBy && finishesGroups())) {
            RowPick filter = RowPick.of(condition, input.schema());
            return topRows(top, input, new TopN(input.schema(), filter, columns, top.keys(), context));
        }
        Schema schema = top.input().schema();
        return topRows(top, top.input(), new TopN(schema, RowPick.ALL, schema.names(), top.keys(), context));
    }

    private BatchSource topRows(PhysicalPlan.TopN top, PhysicalPlan input, TopN rows) {
        hints.addLead(top, rows.bound());
        try (BatchSource source = open(input)) {
            return rows.of(source, top.offset(), top.count());
        }
    }

    private BatchSource filtered(PhysicalPlan.Filter filter) {
        if (filter.input() instanceof PhysicalPlan.GroupBy groupBy && finishesGroups()) {
            List<Expr> columns = filter.columns().stream().map(Expressions::col).toList();
            return grouped(groupBy, new GroupFinish(Optional.of(filter.condition()), columns), filter.schema());
        }
        BatchStep step = new FilterStep(
                filter.condition(), filter.columns(), filter.input().schema(), hints.takePartners(filter));
        return stepped(filter.input(), step, filter.schema(), PlanStats::filtered);
    }

    private BatchSource projected(PhysicalPlan.Project project) {
        if (project.input() instanceof PhysicalPlan.GroupBy groupBy && finishesGroups()) {
            return grouped(groupBy, new GroupFinish(Optional.empty(), project.expressions()), project.schema());
        }
        if (project.input() instanceof PhysicalPlan.Filter(PhysicalPlan.GroupBy groupBy, Expr having, List<String> _)
                && finishesGroups()) {
            return grouped(groupBy, new GroupFinish(Optional.of(having), project.expressions()), project.schema());
        }
        return stepped(
                project.input(),
                step(project),
                project.schema(),
                stats -> PlanStats.projected(stats, project.expressions()));
    }

    private static BatchStep step(PhysicalPlan.Project project) {
        return new ProjectStep(project.expressions(), project.input().schema(), project.schema());
    }

    private BatchSource unnested(PhysicalPlan.Unnest unnest) {
        Schema schema = unnest.schema();
        BatchStep step = new UnnestStep(schema.indexOf(unnest.column()), schema);
        BatchSource rows = stepped(unnest.input(), step, schema, _ -> SourceStats.UNKNOWN);
        return new RangeSource(rows, 0, Long.MAX_VALUE);
    }

    /// Whether HAVING and expressions over aggregates go to the backend, which may have the groups on a device;
    /// on the CPU they are steps, batch by batch.
    private boolean finishesGroups() {
        return context.backend() == BackendPreference.CUDA;
    }

    private BatchSource grouped(PhysicalPlan.GroupBy groupBy) {
        return grouped(groupBy, GroupFinish.NONE, groupBy.schema());
    }

    private BatchSource grouped(PhysicalPlan.GroupBy groupBy, GroupFinish finish, Schema schema) {
        try (BatchSource input = unreported(groupBy.input())) {
            return named(Backends.execute(groupBy.request(), finish, input, context), schema);
        }
    }

    /// The input of a backend, which itself says how far it is.
    private BatchSource unreported(PhysicalPlan input) {
        return input instanceof PhysicalPlan.Read read
                ? counted(input, read.dataset().scan(hints.scan(read), context))
                : open(input);
    }

    /// The same rows under a schema that differs in nothing but what it promises of nulls and dictionaries.
    public static BatchSource named(BatchSource source, Schema schema) {
        return source.schema().equals(schema)
                ? source
                : new SteppedSource(source, schema, source.stats(), (batch, _) -> named(batch.table(), schema));
    }

    /// As [#named(BatchSource, Schema)]; shares the bytes.
    public static Table named(Table table, Schema schema) {
        return new Table(schema, table.columns().stream().map(Column::retain).toList(), table.rowCount());
    }
}
