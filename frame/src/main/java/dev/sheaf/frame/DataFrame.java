package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Row;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.data.ChosenFrame;
import dev.sheaf.frame.data.Concatenation;
import dev.sheaf.frame.data.Duplicates;
import dev.sheaf.frame.data.Frame;
import dev.sheaf.frame.data.FrameDataset;
import dev.sheaf.frame.data.FrameLevels;
import dev.sheaf.frame.data.FrameText;
import dev.sheaf.frame.data.Html;
import dev.sheaf.frame.data.JavaRows;
import dev.sheaf.frame.data.LongRows;
import dev.sheaf.frame.data.Lookup;
import dev.sheaf.frame.data.Missing;
import dev.sheaf.frame.data.Pairs;
import dev.sheaf.frame.data.Pivots;
import dev.sheaf.frame.data.Positions;
import dev.sheaf.frame.data.ResultSets;
import dev.sheaf.frame.data.RowComputation;
import dev.sheaf.frame.data.SameLabels;
import dev.sheaf.frame.data.Summaries;
import dev.sheaf.frame.data.Writing;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.frame.verb.ArithmeticVerbs;
import dev.sheaf.frame.verb.ColumnVerbs;
import dev.sheaf.frame.verb.Keep;
import dev.sheaf.frame.verb.RowVerbs;
import dev.sheaf.frame.verb.ValueVerbs;
import dev.sheaf.frame.verb.WindowExpression;
import dev.sheaf.frame.verb.WindowVerbs;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.plan.ExpressionLanguage;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.SortKey;
import dev.sheaf.resident.ResidentMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Columns of equal length under labels, and an index of the rows; every operation runs at once.
///
/// ```java
/// DataFrame sales = DataFrame.read("sales.csv");
/// DataFrame top = sales.filter(col("price").gt(0))
///         .assign(col("units").times(col("price")).as("revenue"))
///         .groupBy("region").agg(sum("revenue").as("revenue"))
///         .sortValues(descending("revenue"));
/// System.out.println(top);
/// ```
/// Operations give new frames that share bytes with this one where they can; [#set], [#put] and [#insert]
/// change this frame, and no other sees it (copy-on-write, see [FrameOptions]). Frames need not be closed:
/// memory goes back when nobody reaches a frame any more, and [#close()] gives it back at once. Long chains
/// over many rows run faster as one [#lazy()] query.
///
/// What frames have in common with series or groups is in the interfaces of [dev.sheaf.frame.verb]: columns
/// chosen, rows chosen, values computed from themselves, from partners and from the rows around them.
///
/// Columns go by name; a label that is a tuple goes by its parts joined with dots. Names and types that do
/// not fit are an [IllegalArgumentException] that says what there is. Reading from several threads is safe,
/// writing while others use the same frame is not.
public final class DataFrame
        implements AutoCloseable,
                ColumnVerbs<DataFrame>,
                RowVerbs<DataFrame>,
                ValueVerbs<DataFrame>,
                ArithmeticVerbs<DataFrame>,
                WindowVerbs<DataFrame> {
    private Frame frame;

    DataFrame(Frame frame) {
        this.frame = frame;
    }

    // --- building ---

    /// Names and Java arrays or lists in turn, as [Table#of] takes them.
    public static DataFrame of(Object... namesAndArrays) {
        try (Table table = Table.of(namesAndArrays)) {
            return ofValues(table);
        }
    }

    private static DataFrame ofValues(Table table) {
        return new DataFrame(Frame.of(table, FrameOptions.DEFAULT).coded());
    }

    /// The columns of a table, which stays the caller's and may be closed.
    public static DataFrame of(Table table) {
        return of(table, FrameOptions.DEFAULT);
    }

    /// As [#of(Table)] with options for this frame and those made of it.
    public static DataFrame of(Table table, FrameOptions options) {
        return new DataFrame(Frame.of(table, options));
    }

    /// Arrays or lists by name.
    public static DataFrame ofColumns(Map<String, ?> columns) {
        try (Table table = JavaRows.ofColumns(columns)) {
            return ofValues(table);
        }
    }

    /// One column per component of a record class.
    public static <R extends Record> DataFrame ofRecords(Class<R> type, Iterable<? extends R> records) {
        try (Table table = Table.ofRecords(type, records)) {
            return ofValues(table);
        }
    }

    /// Rows of as many values as there are names; values of a column are of one class, or null.
    public static DataFrame ofRows(List<String> names, Iterable<? extends List<?>> rows) {
        try (Table table = JavaRows.ofRows(names, rows)) {
            return ofValues(table);
        }
    }

    /// Rows as maps by name; a name that a row lacks is null there.
    public static DataFrame ofMaps(Iterable<? extends Map<String, ?>> rows) {
        try (Table table = JavaRows.ofMaps(rows)) {
            return ofValues(table);
        }
    }

    /// The rows of files, as [LazyFrame#scan(String...)].
    public static DataFrame read(String... pathsOrPatterns) {
        return new DataFrame(Frame.of(LazyFrame.scan(pathsOrPatterns).plan(), FrameOptions.DEFAULT)
                .coded());
    }

    /// The rows of a JDBC result set from the one after the present row on; the result set stays the
    /// caller's.
    ///
    /// @throws IllegalArgumentException for a column of a type that has no counterpart
    /// @throws SQLException from the result set
    public static DataFrame of(ResultSet rows) throws SQLException {
        try (Table table = ResultSets.read(rows, FrameOptions.DEFAULT.pool())) {
            return ofValues(table);
        }
    }

    /// The result of a lazy query.
    public static DataFrame collect(LazyFrame query) {
        return collect(query, FrameOptions.DEFAULT);
    }

    /// As [#collect(LazyFrame)] with options.
    public static DataFrame collect(LazyFrame query, FrameOptions options) {
        return new DataFrame(Frame.of(query.plan(), options));
    }

    /// The same columns, shared, with other options.
    public DataFrame with(FrameOptions options) {
        Frame shared = frame.with(frame.columns());
        return new DataFrame(new Frame(shared.columns(), shared.index(), options));
    }

    // --- looking ---

    /// The number of rows.
    public long rowCount() {
        return frame.rows();
    }

    /// The number of columns.
    public int columnCount() {
        return frame.columns().size();
    }

    /// The labels of the columns.
    public List<Label> columns() {
        return frame.columns().labels();
    }

    /// Names and types of the columns.
    public Schema schema() {
        return frame.schema();
    }

    @Override
    public Index index() {
        return frame.index();
    }

    /// How operations run.
    public FrameOptions options() {
        return frame.options();
    }

    /// Rows, index, and types and numbers of values of the columns, as text.
    public String info() {
        return FrameText.info(frame);
    }

    /// Count, mean, std, min, 25%, 50%, 75% and max of the numeric columns; of a frame without one count,
    /// unique and top of all.
    public DataFrame describe() {
        return new DataFrame(Summaries.describe(frame));
    }

    /// How often each combination of values of columns occurs, the most frequent first, without nulls; the
    /// values are the index. Of one column of categories those that no row has are counted, too: 0 times.
    public Series valueCounts(String... columns) {
        return valueCounts(NullKeys.EXCLUDE, columns);
    }

    /// As [#valueCounts(String...)], with combinations that hold a null counted or not.
    public Series valueCounts(NullKeys nulls, String... columns) {
        return new Series(Summaries.valueCounts(frame, List.of(columns), nulls));
    }

    /// As [#valueCounts(NullKeys, String...)], as shares of all rows that are counted, float64, as column
    /// `proportion`.
    public Series valueShares(NullKeys nulls, String... columns) {
        Series counts = valueCounts(nulls, columns);
        Object all = counts.sum();
        return counts.map(count -> count.cast(DataType.FLOAT64).dividedBy(all == null ? 1L : all))
                .rename("proportion");
    }

    /// The number of distinct values of each column, without null.
    public Series nunique() {
        return perColumn("nunique", Expressions::nunique);
    }

    /// The number of values of each column that are not null.
    public Series count() {
        return perColumn("count", Expressions::count);
    }

    /// An aggregation of each column, by label: `frame.perColumn("sum", Expressions::sum)`.
    ///
    /// @throws IllegalArgumentException if the results are of several types; convert columns first
    public Series perColumn(String name, java.util.function.Function<Expr, Expr> aggregation) {
        return new Series(Summaries.perColumn(frame, name, aggregation));
    }

    /// One row of aggregations of all rows: `frame.aggregate(sum("units").as("units"), count().as("rows"))`.
    public DataFrame aggregate(Expr... results) {
        try (Table row = frame.aggregate(List.of(results))) {
            return of(row, options());
        }
    }

    /// The correlation of each numeric column with each.
    public DataFrame corr() {
        return new DataFrame(Summaries.correlations(frame));
    }

    /// The covariance of a sample of each numeric column with each.
    public DataFrame cov() {
        return new DataFrame(Summaries.covariances(frame));
    }

    /// Quantiles of the numeric columns, interpolated, a row each with the quantile as label.
    public DataFrame quantiles(double... quantiles) {
        return new DataFrame(Summaries.quantiles(frame, quantiles));
    }

    /// What a function makes of each row, as a column of this name with the same labels; values are of one class,
    /// or null. A row is valid until the function returns. Runs in the calling thread; expressions, as [#assign]
    /// takes them, are faster.
    public Series mapRows(String name, java.util.function.Function<Row, ? extends @Nullable Object> function) {
        return new Series(JavaRows.mapped(frame, name, function));
    }

    // --- choosing columns ---

    /// A column as a series of its own.
    public Series get(String column) {
        return get(Label.of(column));
    }

    /// A column as a series of its own.
    public Series get(Label column) {
        return new Series(frame.with(frame.columns().select(List.of(column))));
    }

    @Override
    public DataFrame choose(UnaryOperator<ColumnAccessor<FrameColumn>> choice) {
        return new DataFrame(frame.with(choice.apply(frame.columns())));
    }

    // --- choosing rows ---

    /// The rows for which a condition is true. Levels of the index go by their names where no column has
    /// them.
    public DataFrame filter(Expr condition) {
        return run(plan -> plan.filter(condition));
    }

    /// The rows for which a condition in SQL's words is true: `query("price > ? and region == 'north'", 100)`.
    /// Values stand for `?` in order. Needs sheaf-sql on the class path or module path.
    ///
    /// @throws IllegalArgumentException if the text is no condition over the columns and named levels of the index
    public DataFrame query(String condition, @Nullable Object... values) {
        return filter(expression(condition, values));
    }

    /// The values of an expression in SQL's words, row by row, under its text: `eval("units * price")`. As
    /// [#query].
    ///
    /// @throws IllegalArgumentException if the text is no expression over the columns
    public Series eval(String expression, @Nullable Object... values) {
        return new Series(frame.rowwise(List.of(expression(expression, values).as(expression))));
    }

    private Expr expression(String text, @Nullable Object... values) {
        return ExpressionLanguage.get().expression(text, frame.namedSchema(), Arrays.asList(values));
    }

    /// The rows for which a series of bools is true, matched by label; rows whose label it lacks are left out.
    ///
    /// @throws IllegalArgumentException if the labels differ and the series has one of this frame's several times
    public DataFrame filter(Series mask) {
        List<Label> labels = new ArrayList<>(columns());
        String name = frame.freeName("#mask");
        labels.add(Label.of(name));
        List<Expr> results = new ArrayList<>();
        for (int i = 0; i < columnCount(); i++) {
            results.add(Pairs.left(frame, i));
        }
        results.add(Pairs.right(mask.frame(), 0));
        return new DataFrame(Pairs.computeForLeft(frame, mask.frame(), labels, results))
                .filter(col(name))
                .drop(name);
    }

    /// The rows of a label: of several levels the first are enough, of dates the beginning of the text
    /// (`"2024-03"`), of intervals something inside; null means the rows whose label is null.
    ///
    /// @throws IllegalArgumentException if there is no such row
    public DataFrame loc(@Nullable Object... label) {
        return new DataFrame(Lookup.rows(frame, Arrays.asList(label)));
    }

    /// All rows but those of some labels of the first level; null means rows without a label.
    ///
    /// @throws IllegalArgumentException for a label that no row has
    public DataFrame dropRows(@Nullable Object... labels) {
        return new DataFrame(Lookup.without(frame, Arrays.asList(labels)));
    }

    /// All rows but those of some labels of the level of a name; null means rows without a label there.
    ///
    /// @throws IllegalArgumentException for a label that no row has, or if there is no such level
    public DataFrame dropRowsOf(String level, @Nullable Object... labels) {
        return new DataFrame(Lookup.without(frame, level, Arrays.asList(labels)));
    }

    /// A row for each of some labels, in their order, with null where there is none.
    ///
    /// @throws IllegalArgumentException if one of them is that of several rows, or the index has several levels
    public DataFrame reindex(@Nullable Object... labels) {
        return new DataFrame(Lookup.reindexed(frame, Arrays.asList(labels)));
    }

    /// The rows whose labels (of the first level) lie between two, both included.
    public DataFrame locBetween(Object from, Object to) {
        return new DataFrame(Lookup.between(frame, from, to));
    }

    @Override
    public DataFrame take(int... rows) {
        return new DataFrame(Positions.take(frame, Lookup.positions(frame, rows)));
    }

    @Override
    public DataFrame slice(long start, long rows) {
        return new DataFrame(frame.slice(start, rows));
    }

    /// A value, see [Row#get(int)].
    public @Nullable Object get(long row, String column) {
        return frame.columns().get(column).value(row);
    }

    // --- changing this frame ---

    /// Writes a value, or null, into one row of a column.
    ///
    /// @throws IllegalArgumentException if the value does not fit the column's type
    public void set(long row, String column, @Nullable Object value) {
        frame.columns().get(column).fill(row, row + 1, value, options());
    }

    /// Writes a value, an expression's values, or null into the rows of a column for which a condition is
    /// true. Values of an expression are cast to the column's type.
    ///
    /// @throws IllegalArgumentException if a value does not fit the column's type
    public void set(Expr condition, String column, @Nullable Object value) {
        Writing.where(frame, condition, column, value);
    }

    /// Puts a series, matched by label, in the place of a column or at the end; null where it lacks a label.
    ///
    /// @throws IllegalArgumentException if the labels differ and the series has one of this frame's several times
    public void put(String column, Series values) {
        frame = new Frame(frame.columns().put(label(column), aligned(values)), frame.index(), frame.options());
    }

    /// Puts the values of an expression in the place of a column or at the end.
    public void put(String column, Expr values) {
        Frame computed = frame.rowwise(List.of(values.as(column)));
        frame = new Frame(
                frame.columns().put(label(column), computed.columns().get(column)), frame.index(), frame.options());
    }

    /// Inserts a series, matched by label, as a column at a position.
    ///
    /// @throws IllegalArgumentException if there is a column of that name, or as [#put(String, Series)] says
    public void insert(int position, String column, Series values) {
        frame = new Frame(
                frame.columns().insert(position, Label.of(column), aligned(values)), frame.index(), frame.options());
    }

    /// Takes a column out of this frame.
    ///
    /// @throws IllegalArgumentException if there is no such column
    public Series pop(String column) {
        Series popped = get(column);
        frame = new Frame(frame.columns().drop(List.of(label(column))), frame.index(), frame.options());
        return popped;
    }

    private Label label(String column) {
        ColumnAccessor<FrameColumn> columns = frame.columns();
        return columns.contains(column) ? columns.labels().get(columns.position(column)) : Label.of(column);
    }

    private FrameColumn aligned(Series values) {
        return Pairs.computeForLeft(
                        frame, values.frame(), List.of(Label.of("#")), List.of(Pairs.right(values.frame(), 0)))
                .columns()
                .get("#");
    }

    /// Writes the values of another frame that are not null over those of the same labels of column and row;
    /// columns and rows that it lacks stay. Costs as [#set(Expr, String, Object)] of each column that both have.
    ///
    /// @throws IllegalArgumentException if a column's type does not take the values, or the labels of rows differ
    ///     and the other frame has one of this frame's several times; nothing is written then
    public void update(DataFrame other) {
        update(other, Writing.Kept.THEIRS);
    }

    /// As [#update], over nulls alone: what this frame has stays.
    ///
    /// @throws IllegalArgumentException as [#update]
    public void updateNull(DataFrame other) {
        update(other, Writing.Kept.OURS);
    }

    private void update(DataFrame other, Writing.Kept kept) {
        List<Label> both = commonColumns(other);
        if (!both.isEmpty()) {
            Writing.update(frame, both, other.frame, both, kept);
        }
    }

    private List<Label> commonColumns(DataFrame other) {
        return columns().stream().filter(other.columns()::contains).toList();
    }

    /// Whether both have the same labels of columns and rows, types and values; nulls are equal to each other.
    public boolean hasSameRows(DataFrame other) {
        return SameLabels.sameRows(frame, other.frame);
    }

    // --- new columns ---

    /// All columns and the values of expressions; one named like a column takes its place.
    public DataFrame assign(Expr... expressions) {
        return new DataFrame(frame.assign(List.of(expressions)));
    }

    /// A column as another type.
    ///
    /// @throws IllegalArgumentException if a value does not fit the type
    public DataFrame astype(String column, DataType type) {
        return assign(col(column).cast(type).as(column));
    }

    // --- arithmetic ---

    /// Values of two frames meet under the same labels of row and column; one that a frame lacks is null there.
    @Override
    public DataFrame combine(BinaryOperator<Expr> expression, Object other) {
        if (!(other instanceof DataFrame right)) {
            return map(column -> expression.apply(column, Pairs.partner(other)));
        }
        LinkedHashSet<Label> labels = new LinkedHashSet<>(columns());
        labels.addAll(right.columns());
        List<Expr> results = labels.stream()
                .map(label -> expression.apply(side(right, label, true), side(right, label, false)))
                .toList();
        return new DataFrame(Pairs.compute(frame, right.frame, List.copyOf(labels), results));
    }

    /// A column of one of the two sides; nulls of the other's type if it lacks the column.
    private Expr side(DataFrame right, Label label, boolean left) {
        Frame side = left ? frame : right.frame;
        if (!side.columns().contains(label.name())) {
            Frame other = left ? right.frame : frame;
            return lit(null).cast(other.columns().get(label).type());
        }
        int position = side.columns().position(label);
        return left ? Pairs.left(side, position) : Pairs.right(side, position);
    }

    /// An expression of each column: `frame.map(column -> column.times(2))`.
    @Override
    public DataFrame map(UnaryOperator<Expr> expression) {
        return new DataFrame(frame.assign(frame.columns().names().stream()
                .map(name -> expression.apply(col(name)).as(name))
                .toList()));
    }

    @Override
    public DataFrame windows(WindowExpression expression) {
        return new DataFrame(RowComputation.of(frame, List.of(), frame.columns().names(), expression));
    }

    // --- missing values ---

    /// Nulls replaced by a value, in the columns whose type takes it.
    ///
    /// @throws IllegalArgumentException if no column takes it
    public DataFrame fillNull(Object value) {
        return new DataFrame(Missing.fill(frame, value));
    }

    /// Nulls replaced by what another frame has under the same labels of column and row, where it has something.
    ///
    /// @throws IllegalArgumentException as [#update]
    public DataFrame fillNull(DataFrame other) {
        List<Label> both = commonColumns(other);
        return both.isEmpty() ? copy() : new DataFrame(Writing.filled(frame, both, other.frame, both));
    }

    /// NaNs of columns of floats replaced by null, which aggregates and fills leave out and replace.
    public DataFrame nanToNull() {
        return assign(schema().fields().stream()
                .filter(field -> field.type() instanceof DataType.FloatType)
                .map(field -> Missing.withoutNan(col(field.name())).as(field.name()))
                .toArray(Expr[]::new));
    }

    /// The rows with at least so many values that are not null, in these columns or, if none are given, in all.
    public DataFrame dropNull(int least, String... columns) {
        return orAll(columns).stream()
                .map(name -> when(col(name).isNotNull()).then(1L).otherwise(0L))
                .reduce(Expr::plus)
                .map(values -> filter(values.ge(least)))
                .orElse(this);
    }

    /// The rows without a null, in these columns or, if none are given, in all.
    public DataFrame dropNull(String... columns) {
        return orAll(columns).stream()
                .map(name -> col(name).isNotNull())
                .reduce(Expr::and)
                .map(this::filter)
                .orElse(this);
    }

    /// Each distinct row once, the first of them, of these columns or of all.
    public DataFrame dropDuplicates(String... columns) {
        return run(plan -> plan.distinct(orAll(columns).toArray(String[]::new)));
    }

    /// Whether a row with the same values of these columns, or of all, lies before each row.
    public Series duplicated(String... columns) {
        return duplicated(Keep.FIRST, columns);
    }

    /// Whether each row is one of several with the same values of these columns, or of all, and not the one to
    /// keep.
    public Series duplicated(Keep keep, String... columns) {
        return new Series(Duplicates.marked(frame, orAll(columns), keep));
    }

    /// The rows that [#duplicated(Keep, String...)] does not mark, in order.
    public DataFrame dropDuplicates(Keep keep, String... columns) {
        return filter(duplicated(keep, columns).not());
    }

    private List<String> orAll(String... columns) {
        return columns.length == 0 ? frame.columns().names() : List.of(columns);
    }

    // --- order ---

    /// The rows as they are: no key orders them.
    public DataFrame sortValues() {
        return copy();
    }

    /// Rows by columns, rising, nulls last.
    public DataFrame sortValues(String... columns) {
        return run(plan -> plan.sort(columns));
    }

    /// Rows by sort keys; the first counts most, ties stay in order.
    public DataFrame sortValues(SortKey... keys) {
        return run(plan -> plan.sort(keys));
    }

    /// Rows by their labels, rising, nulls last.
    public DataFrame sortIndex() {
        boolean sorted = index() instanceof RangeIndex range && range.step() > 0;
        return sorted ? copy() : run(plan -> plan.sort(frame.indexNames().toArray(String[]::new)));
    }

    /// Rows by their labels, rising or falling, nulls first or last.
    public DataFrame sortIndex(SortDirection direction) {
        return sortValuesOf(frame.indexNames(), name -> new SortKey(col(name), direction));
    }

    /// The `n` rows with the greatest values of columns, in falling order; ties in input order.
    public DataFrame nLargest(long n, String... columns) {
        return run(plan -> plan.top(n, keys(SortKey::descending, columns)));
    }

    /// The `n` rows with the least values of columns, in rising order; ties in input order.
    public DataFrame nSmallest(long n, String... columns) {
        return run(plan -> plan.top(n, keys(SortKey::ascending, columns)));
    }

    private static SortKey[] keys(java.util.function.Function<String, SortKey> key, String... columns) {
        return Arrays.stream(columns).map(key).toArray(SortKey[]::new);
    }

    /// Rows by their labels, falling, nulls last.
    public DataFrame sortIndexFalling() {
        return sortValuesOf(frame.indexNames(), SortKey::descending);
    }

    private DataFrame sortValuesOf(List<String> names, java.util.function.Function<String, SortKey> key) {
        return run(plan -> plan.sort(keys(key, names.toArray(String[]::new))));
    }

    // --- index ---

    /// Columns as index, a level each.
    ///
    /// @throws IllegalArgumentException without a column
    public DataFrame setIndex(String... columns) {
        return new DataFrame(frame.indexedBy(List.of(columns)));
    }

    /// The values of expressions as index, a level each: `setIndex(col("day").plus(1).as("day"))`. A column
    /// of the name of one makes way for it.
    public DataFrame setIndex(Expr... levels) {
        List<String> names = Arrays.stream(levels).map(Expr::outputName).toList();
        return new DataFrame(frame.assign(List.of(levels)).indexedBy(names));
    }

    /// The index as the first columns, and 0, 1, 2, ... as index.
    public DataFrame resetIndex() {
        return new DataFrame(FrameLevels.asColumns(frame));
    }

    /// Some levels of the index as the first columns, and the others as index. A level without a name is `index`,
    /// of several levels `level_0`, `level_1`, ...
    ///
    /// @throws IllegalArgumentException if there is no such level, or a column of its name
    public DataFrame resetIndex(String... levels) {
        return new DataFrame(FrameLevels.asColumns(frame, List.of(levels)));
    }

    /// The same rows without some levels of the index; without all of them 0, 1, 2, ... as index.
    ///
    /// @throws IllegalArgumentException if there is no such level
    public DataFrame dropIndex(String... levels) {
        return new DataFrame(FrameLevels.without(frame, List.of(levels)));
    }

    /// The same rows with the levels of the index in another order: `orderLevels("shop", "day")`.
    ///
    /// @throws IllegalArgumentException if the names are not those of the levels, each once
    public DataFrame orderLevels(String... levels) {
        return new DataFrame(FrameLevels.ordered(frame, List.of(levels)));
    }

    /// The labels as columns of their own, a level each, under the same labels: what a series can be asked, labels
    /// can. One without a name is `index`, of several levels `level_0`, `level_1`, ...
    public DataFrame labels() {
        return new DataFrame(FrameLevels.labels(frame));
    }

    /// 0, 1, 2, ... as index.
    public DataFrame dropIndex() {
        return new DataFrame(frame.with(frame.columns()).reindexed(RangeIndex.of(rowCount())));
    }

    // --- several frames ---

    /// Frames one below the other, by label; a column that one lacks is null there. Ranges as indexes give
    /// a new range.
    public static DataFrame concat(DataFrame... frames) {
        return new DataFrame(
                Concatenation.of(Arrays.stream(frames).map(frame -> frame.frame).toList()));
    }

    /// The columns of both where labels of rows are equal, all rows of this frame kept.
    public DataFrame join(DataFrame other) {
        return join(other, JoinKind.LEFT);
    }

    /// The columns of both where labels of rows are equal; a name that both have gets the suffix `_right`
    /// for the other's. INNER and LEFT keep this frame's order, RIGHT and FULL are sorted by label.
    public DataFrame join(DataFrame other, JoinKind kind) {
        List<Label> labels = new ArrayList<>(columns());
        if (kind.givesRight()) {
            other.columns().forEach(label -> labels.add(columns().contains(label) ? suffixed(label) : label));
        }
        return new DataFrame(Pairs.join(frame, other.frame, kind, labels));
    }

    private static Label suffixed(Label label) {
        List<String> parts = new ArrayList<>(label.parts());
        parts.set(parts.size() - 1, parts.getLast() + "_right");
        return new Label(parts);
    }

    /// The pairs of rows whose columns `on` are equal, as [LazyFrame#join(LazyFrame, String...)]; the index
    /// is a new range.
    public DataFrame merge(DataFrame other, String... on) {
        return merge(other, JoinKind.INNER, on);
    }

    /// As [#merge(DataFrame, String...)], of any kind.
    public DataFrame merge(DataFrame other, JoinKind kind, String... on) {
        return merge(other, Merge.on(on).kind(kind));
    }

    /// As [#merge(DataFrame, String...)], as `how` says:
    /// `sales.merge(prices, Merge.on(List.of("item"), List.of("article")).indicator("found"))`.
    ///
    /// @throws IllegalArgumentException if keys come more often than [Merge#expect] says, too
    public DataFrame merge(DataFrame other, Merge how) {
        if (how.pairing().isLeftUnique) {
            checkUnique(how.left());
        }
        if (how.pairing().isRightUnique) {
            other.checkUnique(how.right());
        }
        return new DataFrame(
                frame.runBare(plan -> LazyFrame.of(plan).join(other.lazy(), how).plan()));
    }

    /// Keys with a null meet nothing, so they may repeat.
    private void checkUnique(List<String> keys) {
        String[] names = keys.toArray(String[]::new);
        DataFrame repeated =
                select(names).dropNull().groupBy(names).agg(Expressions.count().as("#count"));
        DataFrame first = repeated.filter(col("#count").gt(1)).head(1);
        if (first.rowCount() > 0) {
            throw new IllegalArgumentException("each key " + keys + " was expected once, and "
                    + first.index().label(0) + " comes " + first.get(0, "#count") + " times");
        }
    }

    /// Each row with the nearest row of another frame at or before it, as
    /// [LazyFrame#joinAsof(LazyFrame, String, String...)]; the index is a new range, and neither frame need be
    /// sorted.
    public DataFrame mergeAsof(DataFrame other, String on, String... by) {
        return mergeAsof(other, Asof.on(on).by(by));
    }

    /// As [#mergeAsof(DataFrame, String, String...)], nearest as it says:
    /// `trades.mergeAsof(quotes, Asof.on("time").by("symbol").within(Duration.ofSeconds(2)))`.
    public DataFrame mergeAsof(DataFrame other, Asof nearest) {
        return new DataFrame(frame.runBare(
                plan -> LazyFrame.of(plan).joinAsof(other.lazy(), nearest).plan()));
    }

    /// The columns of frames side by side, rows of equal labels together: all labels of any, with null where one
    /// is not there.
    ///
    /// @throws IllegalArgumentException if two columns have one label
    public static DataFrame concatColumns(DataFrame first, DataFrame... others) {
        DataFrame all = first;
        for (DataFrame other : others) {
            all = new DataFrame(Pairs.side(all.frame, other.frame));
        }
        return all;
    }

    // --- other shapes ---

    /// A row for each value: the columns `ids`, the name of the value's column as `variable`, and `value`; all
    /// rows of one column after those of another.
    ///
    /// @throws IllegalArgumentException if the types of the values do not meet, or there are none
    public DataFrame melt(String... ids) {
        List<String> kept = List.of(ids);
        return melt(
                kept,
                frame.columns().names().stream()
                        .filter(name -> !kept.contains(name))
                        .toList());
    }

    /// As [#melt(String...)] of some columns alone.
    public DataFrame melt(List<String> ids, List<String> values) {
        return new DataFrame(LongRows.melted(frame, ids, values));
    }

    /// A row for each value of `index`, and for each value of `columns` a column, sorted, with the value of the
    /// one row that has both; null where there is none.
    ///
    /// @throws IllegalArgumentException if several rows have both
    public DataFrame pivot(String index, String columns, String values) {
        return new DataFrame(Pivots.of(frame, List.of(index), columns, List.of(values)));
    }

    /// As [#pivot] with an aggregation of the rows that have both: `pivotTable("day", "shop", "units", v ->
    /// sum(v))`. Rows with a null in `index` or `columns` are left out.
    public DataFrame pivotTable(String index, String columns, String values, UnaryOperator<Expr> aggregation) {
        return pivotTable(List.of(index), columns, List.of(values), aggregation);
    }

    /// As [#pivotTable(String, String, String, UnaryOperator)] of several columns; labels are pairs if there are
    /// several of values.
    public DataFrame pivotTable(
            List<String> index, String columns, List<String> values, UnaryOperator<Expr> aggregation) {
        return new DataFrame(Pivots.table(frame, index, columns, values, aggregation));
    }

    /// How many rows have each value of `index` and each value of `columns`, as [#pivotTable]; 0 where there is none.
    public DataFrame crosstab(String index, String columns) {
        String rows = frame.freeName("rows");
        return groupBy(index, columns)
                .keepColumns()
                .agg(Expressions.count().as(rows))
                .pivot(index, columns, rows)
                .fillNull(0L);
    }

    /// A row for each value, rows in order and then columns, with the name of its column as last level of the
    /// index.
    ///
    /// @throws IllegalArgumentException if the types of the columns do not meet
    public Series stack() {
        return new Series(LongRows.stacked(frame));
    }

    /// The last level of the index as columns, sorted: labels are `(column, label)`, of one column the label
    /// alone.
    ///
    /// @throws IllegalArgumentException if the index has one level, or a label comes twice
    public DataFrame unstack() {
        return new DataFrame(Pivots.unstacked(frame));
    }

    /// Rows as columns, called by the text of their labels, and columns as rows. Costs a look at each value for
    /// each row; meant for the small frames that summaries are.
    ///
    /// @throws IllegalArgumentException if the types of the columns do not meet, or labels repeat
    public DataFrame transpose() {
        return new DataFrame(Pivots.transposed(frame));
    }

    /// A row for each element of the lists in a column, the label repeated; a null or empty list gives one row
    /// with null.
    public DataFrame explode(String column) {
        return run(plan -> plan.explode(column));
    }

    /// The rows as structs, a field a column, as a series of this name; rows keep their labels. A struct is never
    /// null.
    public Series toStruct(String name) {
        Object[] fields = frame.columns().names().stream()
                .flatMap(column -> Stream.of(column, col(column)))
                .toArray();
        return new Series(
                frame.rowwise(List.of(call(Function.STRUCT_PACK, fields).as(name))));
    }

    /// Columns of bools in the place of some, at the end: `column_value` for each of their values.
    public DataFrame getDummies(String... columns) {
        return new DataFrame(Pivots.dummies(frame, List.of(columns)));
    }

    /// All rows as one group, whose row has label 0 in results; without rows it is a group all the same.
    public Grouped groupBy() {
        return new Grouped(frame, List.of());
    }

    /// Groups the rows by columns.
    public Grouped groupBy(String... columns) {
        return groupBy(Arrays.stream(columns).map(Expressions::col).toArray(Expr[]::new));
    }

    /// Groups the rows by expressions: `groupBy(call(Function.YEAR, col("day")).as("year"))`.
    public Grouped groupBy(Expr... keys) {
        return new Grouped(frame, List.of(keys));
    }

    /// For each stretch of time of the index, such as `"3h"` or `"1mo"` (see [Span]), the values of expressions
    /// over aggregations, by the start of the stretch: `resample("1mo", sum("units").as("units"))`. Stretches
    /// between the first and the last without a row have null, and 0 of counts.
    ///
    /// @throws IllegalArgumentException if the index has no dates or timestamps, or the text is no span of time
    public DataFrame resample(String every, Expr... results) {
        return new DataFrame(Resampling.of(frame, List.of(), false, every, List.of(results)));
    }

    /// For each row the values of expressions over aggregations of a window of the index that ends with its
    /// label: `rolling("3d", sum("units").as("units"))`. The label itself is inside, the one a period before
    /// it is not; see [Span] for periods. Rows keep order and labels, and may come in any order of labels;
    /// rows without a label have each other for a window. Holds the rows in memory. [LazyFrame#rolling] has
    /// other ends, offsets and windows inside groups.
    ///
    /// @throws IllegalArgumentException if the index has several levels or labels that the span does not
    ///     fit, or the text is no span
    public DataFrame rolling(String period, Expr... results) {
        return new DataFrame(RollingByIndex.of(frame, List.of(), period, List.of(results)));
    }

    // --- copies and memory ---

    /// The same values, shared until one of the two is written; without copy-on-write another name of them.
    public DataFrame copy() {
        return choose(all -> all);
    }

    /// The same values with bytes of their own.
    public DataFrame deepCopy() {
        return new DataFrame(new Frame(
                frame.columns().map(column -> column.deepCopy(options())),
                frame.index().copy(),
                options()));
    }

    /// Gives the memory back now; frames that share it keep their values.
    @Override
    public void close() {
        frame.close();
    }

    // --- out ---

    /// A lazy query over the columns as they are now, without the index.
    public LazyFrame lazy() {
        return LazyFrame.scan(new FrameDataset(frame.with(frame.columns())));
    }

    /// The columns, without the index, in the memory of the first device that can be used, where operations on
    /// them then run: [DeviceFrame].
    ///
    /// @throws IllegalStateException if there is no device; the message says why
    /// @throws IllegalArgumentException if the device holds no columns of a type
    public DeviceFrame toDevice() {
        return toDevice(ResidentMemory.get());
    }

    /// As [#toDevice()], on a device of the caller's choice, such as `Gpu.open(1)` of sheaf-cuda.
    public DeviceFrame toDevice(ResidentMemory memory) {
        return new DeviceFrame(options().run(context -> memory.load(new FrameDataset(frame), context)), options());
    }

    /// The columns as a table, which the caller closes; shared.
    public Table toTable() {
        return frame.kept();
    }

    /// The rows as records: each component takes the column of its name.
    public <R extends Record> List<R> toRecords(Class<R> type) {
        List<R> records = new ArrayList<>();
        frame.forEachTable(table -> table.toRecords(type).forEach(records::add));
        return records;
    }

    /// Hands on the rows one after the other; a row is valid until `consumer` returns.
    public void forEach(java.util.function.Consumer<Row> consumer) {
        frame.forEachTable(table -> table.rows().forEach(consumer));
    }

    /// Writes the columns, without the index, to a file in the format that its ending says.
    public void write(String path) {
        lazy().sink(Path.of(path).toString());
    }

    /// Writes [#toString()] to a stream or writer: `frame.print(System.out)`.
    ///
    /// @throws UncheckedIOException if that fails
    public void print(Appendable out) {
        try {
            out.append(toString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// An HTML table, cut as [#toString()].
    public String toHtml() {
        return Html.draw(frame);
    }

    /// The rows as a table with labels and types: all of up to 60, else the first and last five.
    @Override
    public String toString() {
        return FrameText.draw(frame);
    }

    private DataFrame run(UnaryOperator<LazyFrame> query) {
        return new DataFrame(
                ChosenFrame.run(frame, plan -> query.apply(LazyFrame.of(plan)).plan()));
    }
}
