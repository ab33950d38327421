package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Categories;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.data.Bins;
import dev.sheaf.frame.data.Frame;
import dev.sheaf.frame.data.FrameLevels;
import dev.sheaf.frame.data.FrameText;
import dev.sheaf.frame.data.Html;
import dev.sheaf.frame.data.Lookup;
import dev.sheaf.frame.data.Missing;
import dev.sheaf.frame.data.Pairs;
import dev.sheaf.frame.data.Positions;
import dev.sheaf.frame.data.RowComputation;
import dev.sheaf.frame.data.SameLabels;
import dev.sheaf.frame.data.Writing;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.Exposed;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.frame.verb.AggregateVerbs;
import dev.sheaf.frame.verb.ArithmeticVerbs;
import dev.sheaf.frame.verb.Categorical;
import dev.sheaf.frame.verb.Closed;
import dev.sheaf.frame.verb.Factors;
import dev.sheaf.frame.verb.Intervals;
import dev.sheaf.frame.verb.Lists;
import dev.sheaf.frame.verb.RowVerbs;
import dev.sheaf.frame.verb.Structs;
import dev.sheaf.frame.verb.Temporals;
import dev.sheaf.frame.verb.Texts;
import dev.sheaf.frame.verb.ValueVerbs;
import dev.sheaf.frame.verb.WindowExpression;
import dev.sheaf.frame.verb.WindowVerbs;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.SortKey;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One column under a label, and an index of its rows; every operation runs at once.
///
/// ```java
/// Series price = frame.get("price");
/// Series dear = price.filter(price.gt(100));
/// double mean = price.mean();
/// ```
/// Operations on two series meet by label: side by side where the labels are the same, else for all labels
/// of both, in the order of labels, with null where one has none. [#map] takes any expression. Memory,
/// sharing and errors are as in [DataFrame].
public final class Series
        implements AutoCloseable,
                AggregateVerbs,
                RowVerbs<Series>,
                ValueVerbs<Series>,
                ArithmeticVerbs<Series>,
                WindowVerbs<Series> {
    private final Frame frame;

    Series(Frame frame) {
        this.frame = frame;
    }

    Frame frame() {
        return frame;
    }

    /// Values of a Java array or list, as [Table#of] takes them, under a label.
    public static Series of(String name, Object values) {
        try (Table table = Table.of(name, values)) {
            return new Series(Frame.of(table, FrameOptions.DEFAULT).coded());
        }
    }

    /// Values labelled by an array or list of as many labels.
    public static Series of(String name, Object values, Object labels) {
        try (Table table = Table.of(name, values, "#", labels)) {
            Frame indexed = Frame.of(table, FrameOptions.DEFAULT).coded().indexedBy(List.of("#"));
            return new Series(indexed.reindexed(indexed.index().named(List.of(""))));
        }
    }

    /// The same values, shared, with other options.
    public Series with(FrameOptions options) {
        Frame shared = frame.with(frame.columns());
        return new Series(new Frame(shared.columns(), shared.index(), options));
    }

    // --- looking ---

    /// The label of the column.
    public Label name() {
        return frame.columns().labels().getFirst();
    }

    /// What the values mean.
    public DataType type() {
        return column().type();
    }

    /// The number of rows.
    public long size() {
        return frame.rows();
    }

    @Override
    public Index index() {
        return frame.index();
    }

    /// The value at a position, see [dev.sheaf.column.Row#get(int)].
    public @Nullable Object get(long row) {
        return column().value(row);
    }

    /// How often each value occurs, the most frequent first, without nulls; the values are the index. Categories
    /// that no row has are counted, too: 0 times. So `cut(3).valueCounts()` counts all three intervals.
    public Series valueCounts() {
        return valueCounts(NullKeys.EXCLUDE);
    }

    /// As [#valueCounts()], with null counted as a value or not.
    public Series valueCounts(NullKeys nulls) {
        return toFrame().valueCounts(nulls, name().name());
    }

    /// As [#valueCounts(NullKeys)], as shares of all that is counted, float64.
    public Series valueShares(NullKeys nulls) {
        return toFrame().valueShares(nulls, name().name());
    }

    /// The distinct values in the order in which they come.
    public Series unique() {
        return new Series(frame.runBare(plan -> LazyFrame.of(plan)
                .groupBy(name().name())
                .order(Order.FIRST_APPEARANCE)
                .agg()
                .plan()));
    }

    // --- one value of all ---

    @Override
    public @Nullable Object aggregate(java.util.function.Function<Expr, Expr> aggregation) {
        try (Table result = frame.aggregate(List.of(aggregation.apply(values()).as("#")))) {
            return result.column(0).get(0);
        }
    }

    /// The correlation with the values of another series of the same labels, NaN of fewer than two pairs.
    public double corr(Series other) {
        return paired(other, Expressions::corr);
    }

    /// The covariance of a sample with the values of another series of the same labels, NaN of fewer than two
    /// pairs.
    public double cov(Series other) {
        return paired(other, Expressions::covariance);
    }

    private double paired(Series other, BinaryOperator<Expr> aggregation) {
        List<Label> labels = List.of(Label.of("#left"), Label.of("#right"));
        List<Expr> both = List.of(Pairs.left(frame, 0), Pairs.right(other.frame, 0));
        Frame pairs = Pairs.compute(frame, other.frame, labels, both);
        Expr result = aggregation.apply(col("#left"), col("#right"));
        try (Table answer = pairs.aggregate(List.of(result.as("#")))) {
            Object value = answer.column(0).get(0);
            return value == null ? Double.NaN : ((Number) value).doubleValue();
        }
    }

    // --- a value a row ---

    /// An expression of each value: `series.map(v -> v.times(2).plus(1))`.
    @Override
    public Series map(UnaryOperator<Expr> expression) {
        return new Series(
                relabelled(frame.rowwise(List.of(expression.apply(values()).as(name().name())))));
    }

    @Override
    public Series combine(BinaryOperator<Expr> expression, Object other) {
        if (!(other instanceof Series right)) {
            return map(values -> expression.apply(values, Pairs.partner(other)));
        }
        List<Expr> result = List.of(expression.apply(Pairs.left(frame, 0), Pairs.right(right.frame, 0)));
        return new Series(Pairs.compute(frame, right.frame, List.of(name()), result));
    }

    @Override
    public Series windows(WindowExpression expression) {
        return new Series(RowComputation.of(frame, List.of(), frame.columns().names(), expression));
    }

    /// Functions of texts, which categories of texts have, too: `series.str().upper()`.
    ///
    /// @throws IllegalArgumentException if these are no texts
    public Texts<Series> str() {
        if (type() instanceof DataType.CategoryType category
                && category.values().equals(DataType.STRING)) {
            return cat().values().str();
        }
        boolean isText = type().decoded() instanceof DataType.StringType;
        return new Texts<>(checked(isText, "str", "texts"));
    }

    /// Functions of dates and timestamps: `series.dt().year()`.
    ///
    /// @throws IllegalArgumentException if these are neither
    public Temporals<Series> dt() {
        boolean isMoment = switch (type()) {
            case DataType.DateType _, DataType.TimestampType _ -> true;
            default -> false;
        };
        return new Temporals<>(checked(isMoment, "dt", "dates and timestamps"));
    }

    /// The categories of the values: `series.cat().codes()`.
    ///
    /// @throws IllegalArgumentException if there are none, see [#asCategory()]
    public Categorical<Series> cat() {
        var map = checked(type() instanceof DataType.CategoryType, "cat", "categories");
        return new Categorical<>(
                (DataType.CategoryType) type(),
                map,
                other -> new Series(frame.retyped(other)),
                () -> dropNull().unique().toList());
    }

    /// The values as categories without an order: the distinct values, sorted. One value is stored once, rows
    /// have its place.
    ///
    /// @throws IllegalArgumentException if there are no categories of this type
    public Series asCategory() {
        checkHasCategories();
        Categories values =
                new Categories(type(), dropNull().unique().sortValues().toList());
        return astype(new DataType.CategoryType(values, false));
    }

    private void checkHasCategories() {
        if (!Categories.canBe(type())) {
            throw new IllegalArgumentException("there are no categories of " + type());
        }
    }

    /// The values as some categories, ordered or not; those that are none of them become null.
    public Series asCategory(List<?> categories, boolean ordered) {
        DataType type = new DataType.CategoryType(Categorical.of(categories), ordered);
        return map(values -> new Expr.Cast(values, type, true));
    }

    /// Functions of lists: `series.list().get(0)`.
    ///
    /// @throws IllegalArgumentException if these are no lists
    public Lists<Series> list() {
        return new Lists<>(checked(type() instanceof DataType.ListType, "list", "lists"));
    }

    /// The fields of structs: `series.struct().field("x")`.
    ///
    /// @throws IllegalArgumentException if these are no structs
    public Structs<Series, DataFrame> struct() {
        var map = checked(type() instanceof DataType.StructType, "struct", "structs");
        List<String> names = ((DataType.StructType) type())
                .fields().stream().map(Field::name).toList();
        return new Structs<>(
                names,
                map,
                fields -> new DataFrame(frame.rowwise(
                        fields.stream().map(field -> field.apply(values())).toList())));
    }

    /// Functions of intervals: `series.interval().contains(2.5)`.
    ///
    /// @throws IllegalArgumentException if these are no structs of `left` and `right`
    public Intervals<Series> interval() {
        return new Intervals<>(checked(Intervals.areOf(type()), "interval", "intervals"));
    }

    private java.util.function.Function<UnaryOperator<Expr>, Series> checked(
            boolean isRight, String verb, String right) {
        if (!isRight) {
            throw new IllegalArgumentException(
                    verb + "() is about " + right + "; \"" + name() + "\" is " + type() + ", convert it with astype");
        }
        return this::map;
    }

    private Frame relabelled(Frame computed) {
        return computed.relabelled(_ -> name());
    }

    private Expr values() {
        return col(name().name());
    }

    /// The opposite bools.
    public Series not() {
        return map(Expr::not);
    }

    /// Nulls replaced by what another series has under the same label, where it has something.
    ///
    /// @throws IllegalArgumentException as [#update]
    public Series fillNull(Series other) {
        return new Series(Writing.filled(frame, List.of(name()), other.frame, List.of(other.name())));
    }

    /// NaNs replaced by null, which aggregates and fills leave out and replace; others than floats have none.
    public Series nanToNull() {
        return of(toFrame().nanToNull());
    }

    /// Nulls replaced by a value.
    ///
    /// @throws IllegalArgumentException if the type does not take it
    public Series fillNull(Object value) {
        return new Series(Missing.fill(frame, value));
    }

    /// The values as another type.
    ///
    /// @throws IllegalArgumentException if a value does not fit the type
    public Series astype(DataType type) {
        return map(values -> values.cast(type));
    }

    /// The same values under another label.
    public Series rename(String name) {
        return new Series(frame.with(frame.columns()).relabelled(_ -> Label.of(name)));
    }

    /// The interval `(left, right]` between rising edges in which each number lies, by name, as ordered
    /// categories; null for those in none.
    ///
    /// @throws IllegalArgumentException if edges do not rise
    public Series cut(double... edges) {
        return cut(Closed.RIGHT, edges);
    }

    /// As [#cut(double...)] with intervals of either kind.
    public Series cut(Closed closed, double... edges) {
        return map(Bins.between(closed, edges).name());
    }

    /// As [#cut(double...)] with other names of the intervals, of which there is one less than edges.
    public Series cut(List<Double> edges, List<String> names) {
        return map(new Bins(edges, names, Closed.RIGHT, false).name());
    }

    /// The one of as many intervals of equal width in which each number lies, by name.
    ///
    /// @throws IllegalArgumentException if there is no number
    public Series cut(int bins) {
        return map(Bins.equal(quantile(0), quantile(1), bins).name());
    }

    /// The one of as many intervals between quantiles in which each number lies, by name.
    ///
    /// @throws IllegalArgumentException if two quantiles are equal, or there is no number
    public Series qcut(int parts) {
        return map(Bins.quantiles(edges(parts)).name());
    }

    private double[] edges(int parts) {
        return IntStream.rangeClosed(0, parts)
                .mapToDouble(i -> quantile(i / (double) parts))
                .toArray();
    }

    /// How many of some rising edges lie at or below each number, int32; null for null. As numpy's `digitize`.
    ///
    /// @throws IllegalArgumentException if edges do not rise
    public Series digitize(double... edges) {
        return digitize(Closed.LEFT, edges);
    }

    /// As [#digitize(double...)]; of [Closed#RIGHT] the edges that lie below each number.
    public Series digitize(Closed closed, double... edges) {
        return map(Bins.place(closed, edges));
    }

    /// The values as numbers of the distinct ones, in the order in which they come. Holds those as Java objects.
    ///
    /// @throws IllegalArgumentException if there are no categories of this type, see [#asCategory()]
    public Factors<Series> factorize() {
        if (type() instanceof DataType.CategoryType) {
            return cat().values().factorize();
        }
        checkHasCategories();
        Series values = dropNull().unique();
        DataType type = new DataType.CategoryType(new Categories(type(), values.toList()), false);
        return new Factors<>(astype(type).cat().codes().fillNull(-1), values);
    }

    /// The interval `[left, right)` between rising edges in which each number lies, see [Intervals]; null for
    /// those in none.
    ///
    /// @throws IllegalArgumentException if edges do not rise
    public Series intervals(double... edges) {
        return map(Bins.between(Closed.LEFT, edges).interval());
    }

    /// The one of as many intervals of equal width in which each number lies.
    ///
    /// @throws IllegalArgumentException if there is no number
    public Series intervals(int bins) {
        return map(Bins.leftClosed(quantile(0), quantile(1), bins).interval());
    }

    /// The one of as many intervals between quantiles in which each number lies.
    ///
    /// @throws IllegalArgumentException if two quantiles are equal, or there is no number
    public Series quantileIntervals(int parts) {
        return map(Bins.leftClosedQuantiles(edges(parts)).interval());
    }

    /// The last level of the index as columns, sorted.
    ///
    /// @throws IllegalArgumentException if the index has one level, or a label comes twice
    public DataFrame unstack() {
        return toFrame().unstack();
    }

    // --- choosing rows ---

    /// The rows for which a series of bools is true, matched by label.
    public Series filter(Series mask) {
        return of(toFrame().filter(mask));
    }

    /// The rows whose values fulfil a condition: `series.filter(v -> v.gt(0))`.
    public Series filter(UnaryOperator<Expr> condition) {
        return of(toFrame().filter(condition.apply(values())));
    }

    /// The rows without null.
    public Series dropNull() {
        return filter(Expr::isNotNull);
    }

    /// The rows whose labels (of the first level) lie between two, both included.
    public Series locBetween(Object from, Object to) {
        return new Series(Lookup.between(frame, from, to));
    }

    /// The rows of a label, as [DataFrame#loc].
    public Series loc(@Nullable Object... label) {
        return new Series(Lookup.rows(frame, Arrays.asList(label)));
    }

    @Override
    public Series slice(long start, long rows) {
        return new Series(frame.slice(start, rows));
    }

    @Override
    public Series take(int... rows) {
        return new Series(Positions.take(frame, Lookup.positions(frame, rows)));
    }

    /// Rows by their values, rising, nulls last.
    public Series sortValues() {
        return of(toFrame().sortValues(name().name()));
    }

    /// Rows by their values, falling, nulls last.
    public Series sortValuesFalling() {
        return of(toFrame().sortValues(SortKey.descending(name().name())));
    }

    /// Rows by their labels, falling, nulls last.
    public Series sortIndexFalling() {
        return of(toFrame().sortIndexFalling());
    }

    /// All rows but those of some labels, as [DataFrame#dropRows].
    public Series dropRows(@Nullable Object... labels) {
        return new Series(Lookup.without(frame, Arrays.asList(labels)));
    }

    /// A row for each of some labels, as [DataFrame#reindex].
    public Series reindex(@Nullable Object... labels) {
        return new Series(Lookup.reindexed(frame, Arrays.asList(labels)));
    }

    /// The values that occur most often, rising, without null; none of no values.
    public Series mode() {
        return mode(NullKeys.EXCLUDE);
    }

    /// As [#mode()], with null counted as a value, the last one, or not.
    public Series mode(NullKeys nulls) {
        Series counts = valueCounts(nulls);
        Expr greatest = Expressions.lit(counts.max());
        Frame most = counts.filter(count -> count.eq(greatest).and(count.gt(0)))
                .frame
                .relabelled(_ -> Label.of("#count"));
        DataFrame values = new DataFrame(FrameLevels.asColumns(most)).select(name().name());
        return of(values.sortValues(name().name()).dropIndex());
    }

    /// Rows by their labels, rising, nulls last.
    public Series sortIndex() {
        return of(toFrame().sortIndex());
    }

    /// Rows by their labels, rising or falling, nulls first or last.
    public Series sortIndex(SortDirection direction) {
        return of(toFrame().sortIndex(direction));
    }

    private static Series of(DataFrame frame) {
        return frame.get(frame.columns().getFirst());
    }

    /// The `n` rows with the greatest values, falling; ties in input order.
    public Series nLargest(long n) {
        return of(toFrame().nLargest(n, name().name()));
    }

    /// The `n` rows with the least values, rising; ties in input order.
    public Series nSmallest(long n) {
        return of(toFrame().nSmallest(n, name().name()));
    }

    /// The label of the first row with the greatest value; null of no values.
    public @Nullable Object idxMax() {
        return firstLabel(dropNull().nLargest(1));
    }

    /// The label of the first row with the least value; null of no values.
    public @Nullable Object idxMin() {
        return firstLabel(dropNull().nSmallest(1));
    }

    private static @Nullable Object firstLabel(Series rows) {
        return rows.size() == 0 ? null : rows.index().label(0);
    }

    /// The positions of the rows in the order of their values, int64, nulls last: `take` of them sorts.
    public Series argsort() {
        DataFrame sorted = toFrame().dropIndex().sortValues(name().name());
        return of(sorted.labels().dropIndex()).rename(name().name());
    }

    /// Whether no value comes twice; nulls are equal to each other.
    public boolean isUnique() {
        return !Boolean.TRUE.equals(duplicated().aggregate(Expressions::any));
    }

    /// Whether no value is less than the one before, and none is null.
    public boolean isRising() {
        return !Boolean.TRUE.equals(windows((value, rows) -> value.isNull().or(value.lt(rows.shifted(value, 1))))
                .aggregate(Expressions::any));
    }

    /// Whether no value is greater than the one before, and none is null.
    public boolean isFalling() {
        return !Boolean.TRUE.equals(windows((value, rows) -> value.isNull().or(value.gt(rows.shifted(value, 1))))
                .aggregate(Expressions::any));
    }

    /// Whether each value has come before; nulls are equal to each other.
    public Series duplicated() {
        return toFrame().duplicated().rename(name().name());
    }

    /// Each distinct value once, the first of them, with its label.
    public Series dropDuplicates() {
        return of(toFrame().dropDuplicates());
    }

    /// An aggregation of a window of the index for each row, as [DataFrame#rolling(String, Expr...)]:
    /// `series.rolling("3d", v -> mean(v))`.
    public Series rolling(String period, UnaryOperator<Expr> aggregation) {
        Expr result = aggregation.apply(values()).as(name().name());
        return new Series(RollingByIndex.of(frame, List.of(), period, List.of(result)));
    }

    // --- writing ---

    /// Writes a value, or null, into one row.
    ///
    /// @throws IllegalArgumentException if the value does not fit the type
    public void set(long row, @Nullable Object value) {
        set(row, row + 1, value);
    }

    /// Writes a value, or null, into rows `from` to `to - 1`. Costs the rows written, and a copy if the
    /// values are shared or their type has no fixed width.
    ///
    /// @throws IllegalArgumentException if the value does not fit the type
    public void set(long from, long to, @Nullable Object value) {
        column().fill(from, to, value, frame.options());
    }

    /// Writes the values of another series that are not null over those of the same label; rows whose label it
    /// lacks stay. Costs as [#set(long, long, Object)] over all rows.
    ///
    /// @throws IllegalArgumentException if the type does not take the values, or the labels differ and the series
    ///     has one of these labels several times
    public void update(Series other) {
        Writing.update(frame, List.of(name()), other.frame, List.of(other.name()), Writing.Kept.THEIRS);
    }

    /// As [#update], over nulls alone: values that are there stay.
    ///
    /// @throws IllegalArgumentException as [#update]
    public void updateNull(Series other) {
        Writing.update(frame, List.of(name()), other.frame, List.of(other.name()), Writing.Kept.OURS);
    }

    /// Whether both have the same type, labels of rows, and values, under whatever label; nulls are equal to each
    /// other.
    public boolean hasSameRows(Series other) {
        return SameLabels.sameRows(frame, other.frame.relabelled(_ -> name()));
    }

    /// The same values, shared until one of the two is written; without copy-on-write another name of them.
    public Series copy() {
        return new Series(frame.with(frame.columns()));
    }

    /// The same values with bytes of their own.
    public Series deepCopy() {
        return new Series(new Frame(
                frame.columns().map(values -> values.deepCopy(frame.options())),
                frame.index().copy(),
                frame.options()));
    }

    /// Hands the address of the values out, see [Exposed].
    ///
    /// @throws IllegalArgumentException if the type has no fixed width in bytes
    public Exposed expose() {
        return column().expose(frame.options());
    }

    /// Gives the memory back now; series and frames that share it keep their values.
    @Override
    public void close() {
        frame.close();
    }

    // --- out ---

    /// A frame of this column alone.
    public DataFrame toFrame() {
        return new DataFrame(frame.with(frame.columns()));
    }

    /// The values as Java objects, null for nulls.
    public List<@Nullable Object> toList() {
        try (Table table = table()) {
            return table.values(name().name());
        }
    }

    /// The values as [Table#ints].
    public int[] ints() {
        try (Table table = table()) {
            return table.ints(name().name());
        }
    }

    /// The values as [Table#longs].
    public long[] longs() {
        try (Table table = table()) {
            return table.longs(name().name());
        }
    }

    /// The values as [Table#doubles].
    public double[] doubles() {
        try (Table table = table()) {
            return table.doubles(name().name());
        }
    }

    /// The values as [Table#strings].
    public @Nullable String[] strings() {
        try (Table table = table()) {
            return table.strings(name().name());
        }
    }

    private Table table() {
        return frame.bareTable();
    }

    private FrameColumn column() {
        ColumnAccessor<FrameColumn> columns = frame.columns();
        return columns.columns().getFirst();
    }

    /// An HTML table, cut as [#toString()].
    public String toHtml() {
        return Html.draw(frame);
    }

    /// As [DataFrame#toString()].
    @Override
    public String toString() {
        return FrameText.draw(frame);
    }
}
