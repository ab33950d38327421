package dev.sheaf.groupby;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Expressions;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Groups the rows of a table or data set and computes aggregates of each group.
///
/// ```java
/// Table sales = Table.of("region", new String[] {"north", "south", "north"}, "units", new int[] {3, 5, 4});
/// try (sales;
///         Table totals = GroupBy.on(sales, "region").aggregate(sum("units").as("units"), count().as("sales"))) {
///     totals.rows().forEach(row -> ...); // north 7 2, south 5 1
/// }
/// ```
/// The result has one row a group: the keys, then the aggregates in the order asked. Null keys are
/// groups unless [#nullKeys] says otherwise; the package documentation states all rules.
///
/// Cost: one pass over the rows on all threads of the context, and memory for keys and states of all groups, which
/// go to disk where they outgrow the limit. Methods that give a `GroupBy` cost nothing; what they are given is
/// checked when rows are grouped.
///
/// Immutable, and holds nothing that has to be closed: the table or data set stays the caller's and has to be open
/// while an aggregate method runs. May be used again and by several threads.
public final class GroupBy {
    private final Dataset dataset;
    private final List<Expr> keys;
    private final Optional<Expr> filter;
    private final GroupByOptions options;
    private final GroupFinish finish;

    private GroupBy(
            Dataset dataset, List<Expr> keys, Optional<Expr> filter, GroupByOptions options, GroupFinish finish) {
        this.dataset = dataset;
        this.keys = List.copyOf(keys);
        this.filter = filter;
        this.options = options;
        this.finish = finish;
    }

    /// Groups a table by columns; without any, all rows are one group.
    ///
    /// @throws IllegalArgumentException if there is no such column
    public static GroupBy on(Table table, String... keys) {
        return over(new TableDataset(table), keys);
    }

    /// Groups a data set by columns; without any, all rows are one group.
    ///
    /// @throws IllegalArgumentException if there is no such column
    public static GroupBy over(Dataset dataset, String... keys) {
        Arrays.stream(keys).forEach(dataset.schema()::indexOf);
        List<Expr> columns = Arrays.stream(keys).map(Expressions::col).toList();
        return new GroupBy(dataset, columns, Optional.empty(), GroupByOptions.DEFAULT, GroupFinish.NONE);
    }

    /// The same with more keys, which may be expressions: `by(col("price").cast(INT32).as("whole price"))`. A row
    /// for which an expression is null has a null key.
    public GroupBy by(Expr... more) {
        List<Expr> all = Stream.concat(keys.stream(), Arrays.stream(more)).toList();
        return new GroupBy(dataset, all, filter, options, finish);
    }

    /// The same over the rows for which `condition`, too, is true; those for which it is null are left out. The
    /// condition is about the columns of the input.
    public GroupBy where(Expr condition) {
        Expr both = filter.map(before -> before.and(condition)).orElse(condition);
        return new GroupBy(dataset, keys, Optional.of(both), options, finish);
    }

    /// The same with the groups for which `condition`, over keys and aggregates by their names, is true:
    /// `having(col("units").gt(5))`. Groups for which it is null are left out.
    public GroupBy having(Expr condition) {
        Expr both = finish.having().map(before -> before.and(condition)).orElse(condition);
        return new GroupBy(dataset, keys, filter, options, new GroupFinish(Optional.of(both), finish.outputs()));
    }

    /// The same with these columns as the result, computed of keys and aggregates by their names:
    /// `select(col("region"), lit(1).minus(col("share")).as("rest"))`. A later call takes the place of an earlier
    /// one.
    public GroupBy select(Expr... outputs) {
        return new GroupBy(dataset, keys, filter, options, new GroupFinish(finish.having(), List.of(outputs)));
    }

    /// The same with another treatment of rows in which a key is null; they are groups by default.
    public GroupBy nullKeys(NullKeys value) {
        return new GroupBy(dataset, keys, filter, options.with(value), finish);
    }

    /// The same with the groups in another order; there is none by default.
    public GroupBy order(Order value) {
        return new GroupBy(dataset, keys, filter, options.with(value), finish);
    }

    /// The same with another treatment of whole-number results that do not fit; they are errors by default.
    public GroupBy overflow(Overflow value) {
        return new GroupBy(dataset, keys, filter, options.with(value), finish);
    }

    /// The same with floating sums added up in another way; as is fastest by default.
    public GroupBy sums(Sums value) {
        return new GroupBy(dataset, keys, filter, options.with(value), finish);
    }

    /// The aggregates of each group, or expressions over aggregates and keys, with the defaults of
    /// [QueryContext#create()]; to be closed by the caller.
    ///
    /// @throws IllegalArgumentException if an expression does not fit the columns, before any work is done
    /// @throws ArithmeticException if a whole-number result does not fit its type, naming column and group
    /// @throws dev.sheaf.memory.MemoryLimitException if groups and states do not fit the memory limit
    public Table aggregate(Expr... aggregates) {
        return aggregate(QueryContext.create(), aggregates);
    }

    /// As [#aggregate(Expr...)], with memory, threads and settings of a context of its own.
    ///
    /// @throws dev.sheaf.query.QueryCancelledException if the context is cancelled meanwhile
    public Table aggregate(QueryContext context, Expr... aggregates) {
        AggregateParts parts = AggregateParts.of(keys, List.of(aggregates));
        GroupByRequest request = request(parts.aggregates().toArray(Expr[]::new));
        try (BatchSource input = dataset.scan(new Scan(request.input().names(), filter), context);
                BatchSource result = Backends.execute(request, parts.finish(finish), input, context)) {
            return Inputs.collect(result, context);
        }
    }

    /// The groups themselves, kept for several aggregates and whatever needs the rows of groups, in the order of
    /// their first rows; to be closed by the caller. A data set that is not in memory is read whole.
    ///
    /// @throws IllegalArgumentException if a key or filter does not fit the columns, there is no key, or
    ///     [#having(Expr)] or [#select(Expr...)] was called, which are about aggregates
    public Groups groups() {
        return groups(QueryContext.create(), GroupsOptions.DEFAULT);
    }

    /// As [#groups()], with memory, threads and settings of a context of its own, and the orders of
    /// `groupsOptions`.
    ///
    /// Cost: one to three times a count by the same keys, and a sort of the rows if there is an order inside
    /// groups. Keeps 8 bytes a row and 4 a group, which do not go to disk.
    ///
    /// @throws IllegalArgumentException as [#groups()], or if keys are not sorted as the options say
    public Groups groups(QueryContext context, GroupsOptions groupsOptions) {
        if (keys.isEmpty() || !finish.isNone()) {
            throw new IllegalArgumentException("groups are kept by keys and a filter alone; this group-by has "
                    + (keys.isEmpty() ? "no keys" : "conditions or columns over aggregates"));
        }
        if (dataset instanceof TableDataset rows) {
            return new GroupsMaker(rows.table(), options, groupsOptions, context).make(keys, filter);
        }
        try (BatchSource rows = dataset.scan(Scan.of(dataset.schema().names()), context);
                Table table = Inputs.collect(rows, context)) {
            return new GroupsMaker(table, options, groupsOptions, context).make(keys, filter);
        }
    }

    /// The keys and what an aggregation of your own gives for each group, computed batch by batch from these
    /// columns: one row a group, the result as column `name`, to be closed by the caller. Takes one thread; holds a
    /// batch and the states of all groups in memory. What the fold throws comes out as it is.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if a batch and the states do not fit
    /// @throws IllegalArgumentException if a key, the filter or a column does not fit the data, there is no key, or
    ///     [#having(Expr)] or [#select(Expr...)] was called
    public Table fold(QueryContext context, String name, MergeableFold fold, String... columns) {
        if (keys.isEmpty() || !finish.isNone()) {
            throw new IllegalArgumentException("an aggregation of your own takes keys and a filter alone");
        }
        List<String> read = request(Arrays.stream(columns)
                        .map(column -> Expressions.first(column).as(column))
                        .toArray(Expr[]::new))
                .input()
                .names();
        try (BatchSource rows = dataset.scan(new Scan(read, filter), context);
                FoldRun run = new FoldRun(keys, List.of(columns), fold, options, context)) {
            return run.over(rows, filter, name);
        }
    }

    /// How [#aggregate] would run with the defaults of [QueryContext#create()]: what is read and grouped, and which
    /// backend groups by what strategy, and why. Reads no rows.
    ///
    /// @throws IllegalArgumentException if an expression does not fit the columns
    public String explain(Expr... aggregates) {
        return explain(QueryContext.create(), aggregates);
    }

    /// As [#explain(Expr...)], for runs with this context.
    public String explain(QueryContext context, Expr... aggregates) {
        AggregateParts parts = AggregateParts.of(keys, List.of(aggregates));
        GroupByRequest request = request(parts.aggregates().toArray(Expr[]::new));
        List<String> lines = new ArrayList<>();
        List<Expr> outputs = parts.finish(finish).outputs();
        if (!outputs.isEmpty()) {
            lines.add("select " + RequestText.list(outputs));
        }
        finish.having().ifPresent(condition -> lines.add("having " + condition.outputName()));
        lines.add(RequestText.title(request));
        RequestText.details(request, dataset.stats(), context).forEach(detail -> lines.add("   " + detail));
        lines.add("read " + dataset.describe());
        lines.add("   columns " + String.join(", ", request.input().names()));
        return String.join("\n", lines) + "\n";
    }

    /// The request that [#aggregate] hands to a backend, over the columns that it needs.
    ///
    /// @throws IllegalArgumentException if a column does not exist
    public GroupByRequest request(Expr... aggregates) {
        Set<String> used = new LinkedHashSet<>();
        Stream.of(keys.stream(), filter.stream(), Arrays.stream(aggregates))
                .flatMap(exprs -> exprs)
                .forEach(expr -> used.addAll(ExprColumns.of(expr)));
        used.forEach(dataset.schema()::indexOf);
        Schema input = dataset.schema()
                .select(dataset.schema().names().stream().filter(used::contains).toList());
        return new GroupByRequest(input, filter, keys, List.of(aggregates), options);
    }
}
