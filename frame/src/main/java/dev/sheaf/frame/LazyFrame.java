package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.GroupedSelect;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.Nearest;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.exec.Executor;
import dev.sheaf.plan.exec.Explain;
import dev.sheaf.query.BatchSink;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.FileFormat;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.FileOptions;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.TableDataset;
import dev.sheaf.text.Screen;
import dev.sheaf.text.TableText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// A query over tables and files that runs when its rows are asked for.
///
/// ```java
/// try (Table top = LazyFrame.scanParquet("sales/*.parquet")
///         .filter(col("price").gt(0))
///         .groupBy("region")
///         .agg(sum("units"), sum(col("units").times(col("price"))).as("revenue"))
///         .sort(descending("revenue"))
///         .limit(10)
///         .collect()) { ... }
/// ```
/// Immutable and cheap: every method gives a new frame, nothing is read until [#collect()], [#forEach],
/// [#stream], a sink or [#count()] is called, and then only what the result needs. A frame holds no
/// memory and is not closed; a table that it reads stays the caller's, and has to be open while the query
/// runs.
///
/// Names and types are checked when a frame is made: every method that takes names or expressions throws
/// [IllegalArgumentException] for an unknown column, types that do not fit, or two result columns of one
/// name, and its message says what was asked, what there is, and what to do.
public final class LazyFrame {
    private final LogicalPlan plan;

    private LazyFrame(LogicalPlan plan) {
        this.plan = plan;
    }

    /// The rows of a table, which the caller keeps open until the query has run.
    public static LazyFrame of(Table table) {
        return scan(new TableDataset(table));
    }

    /// The result of a plan.
    public static LazyFrame of(LogicalPlan plan) {
        return new LazyFrame(plan);
    }

    /// The rows of a dataset.
    public static LazyFrame scan(Dataset dataset) {
        return of(new LogicalPlan.Scan(dataset, dataset.schema().names(), Optional.empty()));
    }

    /// The rows of files, in the order given; a path may be a pattern (`sales/2024-*.parquet`) or a
    /// folder. The endings say the format. Columns of several files are the same if their names are.
    ///
    /// @throws IllegalArgumentException if there is no such file, no format for it, or files of several formats
    public static LazyFrame scan(String... pathsOrPatterns) {
        return scan(FileFormats.open(List.of(pathsOrPatterns), FileOptions.NONE));
    }

    /// The rows of a file, a folder or the files of a pattern, read as options say, which are those of
    /// SQL's `read_csv`.
    ///
    /// ```java
    /// LazyFrame.scan("prices.csv", FileOptions.of("delim", ";").with("nullstr", "NA"));
    /// ```
    ///
    /// @throws IllegalArgumentException as [#scan(String...)], and for options that the format does not take
    public static LazyFrame scan(String pathOrPattern, FileOptions options) {
        return scan(FileFormats.open(List.of(pathOrPattern), options));
    }

    /// As [#scan(String...)] for Parquet files of any ending; needs sheaf-io on the class path.
    public static LazyFrame scanParquet(String... pathsOrPatterns) {
        FileFormat parquet = FileFormats.named("parquet");
        return scan(FileFormats.open(parquet, List.of(pathsOrPatterns), FileOptions.NONE));
    }

    /// What the query asks for.
    public LogicalPlan plan() {
        return plan;
    }

    /// The columns of the result.
    public Schema schema() {
        return plan.schema();
    }

    /// No column; the rows are still counted.
    public LazyFrame select() {
        return project(List.of());
    }

    /// Only these columns, in this order.
    public LazyFrame select(String... columns) {
        return project(Arrays.stream(columns).map(Expressions::col).toList());
    }

    /// The columns that `columns` takes, in the order of the frame: `select(Selectors.matching("v*"))`.
    public LazyFrame select(Predicate<Field> columns) {
        return project(schema().fields().stream()
                .filter(columns)
                .map(field -> col(field.name()))
                .toList());
    }

    /// The values of expressions, row by row; or one row of aggregations of all rows if the expressions hold
    /// any.
    public LazyFrame select(Expr... expressions) {
        List<Expr> results = List.of(expressions);
        return results.stream().anyMatch(LazyFrame::aggregates)
                ? of(GroupedSelect.plan(plan, List.of(), results, GroupByOptions.DEFAULT))
                : project(results);
    }

    private static boolean aggregates(Expr expr) {
        return ExprWalker.firstAggregate(expr).isPresent();
    }

    private LazyFrame project(List<Expr> expressions) {
        return of(new LogicalPlan.Project(plan, expressions));
    }

    /// All columns and the values of expressions; one named like a column takes its place.
    public LazyFrame withColumns(Expr... expressions) {
        Map<String, Expr> columns = new LinkedHashMap<>();
        schema().names().forEach(name -> columns.put(name, col(name)));
        for (Expr expression : expressions) {
            columns.put(expression.outputName(), expression);
        }
        return project(List.copyOf(columns.values()));
    }

    /// All columns and one for each window call, see [Over]. Rows stay in order; all of them are held in
    /// memory.
    public LazyFrame withWindows(WindowCall... calls) {
        return of(new LogicalPlan.Window(plan, List.of(calls)));
    }

    /// All columns and the number of each row, from 1.
    public LazyFrame withRowNumber(String name) {
        return withWindows(Over.over().rowNumber(name));
    }

    /// All columns but these.
    public LazyFrame drop(String... columns) {
        List<String> kept = new ArrayList<>(schema().names());
        for (String column : columns) {
            schema().indexOf(column);
            kept.remove(column);
        }
        return select(kept.toArray(String[]::new));
    }

    /// The same columns, one under another name.
    public LazyFrame rename(String from, String to) {
        schema().indexOf(from);
        return project(schema().names().stream()
                .map(name -> name.equals(from) ? col(name).as(to) : col(name))
                .toList());
    }

    /// The pairs of rows of this frame and another whose columns `on` are equal: an inner join.
    ///
    /// The columns `on` come once, then the other columns of both; a name that both have gets the suffix
    /// `_right` for the other's. Nulls equal nothing. Rows keep this frame's order, each with its
    /// partners in the other's order. The other frame is held in memory while this one streams by, so let
    /// it be the smaller one.
    public LazyFrame join(LazyFrame other, String... on) {
        return join(other, JoinKind.INNER, on);
    }

    /// As [#join(LazyFrame, String...)], of any kind. The columns `on` of a row without a partner come
    /// from its side.
    public LazyFrame join(LazyFrame other, JoinKind kind, String... on) {
        return join(other, Merge.on(onceEach(on)).kind(kind));
    }

    /// As [#join(LazyFrame, String...)], as `merge` says. How often keys come is not looked at.
    public LazyFrame join(LazyFrame other, Merge merge) {
        return of(new Joins(plan, other.plan, merge).plan());
    }

    private static String[] onceEach(String... names) {
        return Arrays.stream(names).distinct().toArray(String[]::new);
    }

    /// The pairs whose keys are equal and for which `condition` is true, with all columns of both; a name
    /// that both have gets the suffix `_right` for the other's, in `condition` and the keys as well.
    ///
    /// ```java
    /// orders.join(prices, JoinKind.LEFT, List.of(JoinKey.on("item", "article")), col("day").ge(col("since")))
    /// ```
    public LazyFrame join(LazyFrame other, JoinKind kind, List<JoinKey> keys, Expr condition) {
        LogicalPlan right = Joins.renamed(plan, other.plan);
        return of(new LogicalPlan.Join(plan, right, kind, keys, Optional.of(condition)));
    }

    /// Each row with the last row of another frame at or before it: of those whose columns `by` are equal the
    /// one with the greatest `on` that is not above. Rows without one have nulls; columns that both have get a
    /// suffix on the right.
    ///
    /// ```java
    /// trades.joinAsof(quotes, "time", "symbol")
    /// ```
    /// @throws IllegalArgumentException if a column is not there or has no order
    public LazyFrame joinAsof(LazyFrame other, String on, String... by) {
        return joinAsof(other, Asof.on(on).by(by));
    }

    /// As [#joinAsof(LazyFrame, String, String...)], in the direction, within the tolerance and with or without rows
    /// that are equal, as `nearest` says. Holds the other frame in memory, and twice to look both ways.
    ///
    /// @throws IllegalArgumentException as the other, or if the tolerance is none of the column
    public LazyFrame joinAsof(LazyFrame other, Asof nearest) {
        return of(new AsofPlan(plan, other.plan, nearest).plan());
    }

    /// As [#joinAsof(LazyFrame, String, String...)], by any keys, and nearest in any way; INNER, LEFT, SEMI or ANTI.
    /// Columns of the other frame have names of their own.
    ///
    /// @throws IllegalArgumentException as the other, or if it is another kind
    public LazyFrame joinAsof(LazyFrame other, JoinKind kind, List<JoinKey> keys, Nearest nearest) {
        return of(new LogicalPlan.AsofJoin(plan, other.plan, kind, keys, nearest));
    }

    /// As [#join(LazyFrame, JoinKind, List, Expr)] without a condition.
    public LazyFrame join(LazyFrame other, JoinKind kind, List<JoinKey> keys) {
        LogicalPlan right = Joins.renamed(plan, other.plan);
        return of(new LogicalPlan.Join(plan, right, kind, keys, Optional.empty()));
    }

    /// Every pair of rows.
    public LazyFrame crossJoin(LazyFrame other) {
        return join(other, JoinKind.INNER, List.of());
    }

    /// The rows for which a condition is true.
    public LazyFrame filter(Expr condition) {
        return of(new LogicalPlan.Filter(plan, condition));
    }

    /// All rows as one group.
    public LazyGroupBy groupBy() {
        return new LazyGroupBy(this, List.of(), GroupByOptions.DEFAULT);
    }

    /// Groups the rows by columns.
    public LazyGroupBy groupBy(String... columns) {
        return groupBy(Arrays.stream(columns).map(Expressions::col).toArray(Expr[]::new));
    }

    /// Groups the rows by expressions: `groupBy(call(Function.YEAR, col("day")).as("year"))`.
    public LazyGroupBy groupBy(Expr... keys) {
        return new LazyGroupBy(this, List.of(keys), GroupByOptions.DEFAULT);
    }

    /// Groups the rows by windows of a column of moments or whole numbers that start every so often:
    /// `"1h"`, `"1mo"`, `"10i"`; see [Span].
    ///
    /// @throws IllegalArgumentException if the text is no span above 0, or does not fit the column
    public DynamicGroupBy groupByDynamic(String index, String every) {
        return DynamicGroupBy.of(this, index, Span.of(every));
    }

    /// For each row the rows whose index is at most so far before its own, `"2d"` or `"10i"`; see [Span].
    ///
    /// @throws IllegalArgumentException if the text is no span above 0, or does not fit the column
    public LazyRolling rolling(String index, String period) {
        return LazyRolling.of(this, index, Span.of(period));
    }

    /// For each row itself and the rows before it, `count` in all, in the order of rows.
    ///
    /// @throws IllegalArgumentException if `count` is less than 1
    public LazyRolling rollingRows(long count) {
        return LazyRolling.of(this, count);
    }

    /// The rows as they are: no key orders them.
    public LazyFrame sort() {
        return this;
    }

    /// Rows by columns, rising, nulls last; the first column counts most, ties stay in order.
    public LazyFrame sort(String... columns) {
        return sort(Arrays.stream(columns).map(SortKey::ascending).toArray(SortKey[]::new));
    }

    /// Rows by sort keys; the first counts most, ties stay in order.
    public LazyFrame sort(SortKey... keys) {
        return of(new LogicalPlan.Sort(plan, List.of(keys)));
    }

    /// The first `n` rows in the order of sort keys; never holds many more than that.
    public LazyFrame top(long n, SortKey... keys) {
        return sort(keys).limit(n);
    }

    /// The first `n` rows.
    public LazyFrame limit(long n) {
        return slice(0, n);
    }

    /// The first `n` rows.
    public LazyFrame head(long n) {
        return limit(n);
    }

    /// All rows but the first `n`.
    public LazyFrame offset(long n) {
        return slice(n, Long.MAX_VALUE);
    }

    /// At most `count` rows after the first `offset`.
    public LazyFrame slice(long offset, long count) {
        return of(new LogicalPlan.Limit(plan, offset, count));
    }

    /// Each distinct row once, in any order.
    public LazyFrame distinct() {
        return of(new LogicalPlan.Distinct(plan));
    }

    /// The first row of each combination of values of these columns, in order.
    public LazyFrame distinct(String... columns) {
        return groupBy(columns).top(1);
    }

    /// A row for each element of the lists in a column; a null or empty list gives one row with null.
    public LazyFrame explode(String column) {
        return of(new LogicalPlan.Unnest(plan, column));
    }

    /// Runs the query with the defaults of [QueryContext#create()].
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if rows that have to be held do not fit in memory
    /// @throws ArithmeticException if a result overflows
    public Table collect() {
        return collect(QueryContext.create());
    }

    /// Runs the query; the caller closes the result.
    ///
    /// @throws dev.sheaf.query.QueryCancelledException if it is cancelled
    /// @throws RuntimeException as [#collect()]
    public Table collect(QueryContext context) {
        return Executor.collect(plan, context);
    }

    /// Runs the query and hands on the result table by table, in order, from one thread at a time. A
    /// table is valid until `consumer` returns.
    public void forEach(QueryContext context, Consumer<Table> consumer) {
        Executor.forEach(plan, context, consumer);
    }

    /// Starts the query and gives its result as a stream to pull, on one thread or several; the caller
    /// closes it.
    public BatchSource stream(QueryContext context) {
        return Executor.execute(plan, context);
    }

    /// The number of rows; reads no more than it takes to count them.
    public long count() {
        return count(QueryContext.create());
    }

    /// As [#count()].
    public long count(QueryContext context) {
        try (Table counted = select(Expressions.count().as("count")).collect(context)) {
            return counted.longs("count")[0];
        }
    }

    /// Runs the query and draws its result as [TableText] does, with at most `rows` of its rows.
    public String toText(long rows) {
        TableText text = new TableText(schema(), rows);
        forEach(QueryContext.create(), text::add);
        return text.draw(Screen.UNLIMITED);
    }

    /// Writes the result to a Parquet file, which appears when it is complete; needs sheaf-io on the
    /// class path.
    public void sinkParquet(String path) {
        sink(FileFormats.named("parquet"), FileFormats.path(path), QueryContext.create());
    }

    /// Writes the result to a file in the format that its ending says.
    ///
    /// @throws IllegalArgumentException if there is no such format, or the file cannot be made
    public void sink(String path) {
        Path file = FileFormats.path(path);
        sink(FileFormats.of(file), file, QueryContext.create());
    }

    /// Writes the result to a file, in order, categories as their values; it appears under its name when it is
    /// complete.
    public void sink(FileFormat format, Path file, QueryContext context) {
        LazyFrame written = withoutCategories();
        try (BatchSink sink = format.create(file, written.schema(), context)) {
            written.forEach(context, sink::write);
            sink.commit();
        }
    }

    private LazyFrame withoutCategories() {
        Expr[] values = schema().fields().stream()
                .filter(field -> field.type() instanceof DataType.CategoryType)
                .map(field -> col(field.name())
                        .cast(((DataType.CategoryType) field.type()).values())
                        .as(field.name()))
                .toArray(Expr[]::new);
        return values.length == 0 ? this : withColumns(values);
    }

    /// How the query would run: operators from the result down to the scans, what is pushed into them, and
    /// which backend groups by what strategy, and why.
    public String explain() {
        return explain(QueryContext.create());
    }

    /// As [#explain()], for runs with this context.
    public String explain(QueryContext context) {
        return Explain.text(plan, context);
    }

    /// The columns of the result.
    @Override
    public String toString() {
        return "LazyFrame" + schema();
    }
}
