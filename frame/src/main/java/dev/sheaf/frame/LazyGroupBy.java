package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.Field;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.verb.RowWindows;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.Sums;
import dev.sheaf.plan.GroupContexts;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A frame whose rows are grouped, waiting for what to compute of each group. Immutable.
///
/// Null keys make a group of their own; groups come in any order unless one of the options says otherwise.
///
/// Results are queries, which cost nothing until they run: then one pass over the rows, on all threads. What does
/// not fit the frame's columns (no such column, an aggregate of a type that it does not take, two results of one
/// name) is an [IllegalArgumentException] of the call. A sum that overflows is an [ArithmeticException] of the run.
public final class LazyGroupBy {
    private final LazyFrame frame;
    private final List<Expr> keys;
    private final GroupByOptions options;

    LazyGroupBy(LazyFrame frame, List<Expr> keys, GroupByOptions options) {
        this.frame = frame;
        this.keys = List.copyOf(keys);
        this.options = options;
    }

    /// The same with the groups in another order, as [dev.sheaf.groupby.GroupBy#order(Order)]; there is
    /// none by default.
    public LazyGroupBy order(Order value) {
        return with(options.with(value));
    }

    /// The same with another treatment of rows in which a key is null; they are kept by default, as in SQL.
    public LazyGroupBy nullKeys(NullKeys value) {
        return with(options.with(value));
    }

    /// The same with another treatment of whole-number results that do not fit; they are errors by default.
    public LazyGroupBy overflow(Overflow value) {
        return with(options.with(value));
    }

    /// The same with floating sums added up in another way; as is fastest by default.
    public LazyGroupBy sums(Sums value) {
        return with(options.with(value));
    }

    private LazyGroupBy with(GroupByOptions other) {
        return new LazyGroupBy(frame, keys, other);
    }

    /// The keys and, for each group, the values of expressions over aggregations and keys:
    /// ```java
    /// frame.groupBy("id1").agg(sum("v1"), max("v1").minus(min("v2")).as("range"))
    /// ```
    ///
    /// A result that reads columns outside of aggregations gives the list of its values, in the order of
    /// rows; an aggregation inside another or inside such a list is that of the group, see [GroupContexts]:
    /// ```java
    /// frame.groupBy("k").agg(
    ///         col("v").minus(mean("v")).as("distances"),
    ///         count().filter(col("v").gt(mean("v"))).as("above"))
    /// ```
    ///
    /// @throws IllegalArgumentException if an expression does not fit the frame's columns, two results have
    ///     one name, or aggregations are nested more than two deep
    public LazyFrame agg(Expr... results) {
        return LazyFrame.of(GroupContexts.plan(frame.plan(), keys, List.of(results), options));
    }

    /// As [#agg(Expr...)], of expressions that read other rows of the group as well:
    /// ```java
    /// frame.groupBy("k").agg(rows -> List.of(
    ///         rows.of("v").shift(1).as("before"),
    ///         max(rows.of("v").diff()).as("step"),
    ///         rows.sortBy(col("v"), descending("day")).as("latest first")))
    /// ```
    ///
    /// @throws IllegalArgumentException as the other
    public LazyFrame agg(Function<GroupRows, List<Expr>> results) {
        LogicalPlan input = frame.plan();
        Set<String> names = keys.stream().map(Expr::outputName).collect(Collectors.toSet());
        RowWindows windows = new RowWindows(keys, name -> input.schema().contains(name) || names.contains(name));
        List<Expr> read = results.apply(new GroupRows(windows));
        return LazyFrame.of(GroupContexts.plan(windows.over(input), keys, read, options));
    }

    /// The keys and the number of rows of each group, as column `count`.
    public LazyFrame count() {
        return agg(Expressions.count().as("count"));
    }

    /// The keys and the sums of columns, under the names of the columns; null for groups without a value.
    public LazyFrame sum(String... columns) {
        return each(Expressions::sum, columns);
    }

    /// The keys and the means of columns, float64, under the names of the columns; null for groups without a value.
    public LazyFrame mean(String... columns) {
        return each(Expressions::mean, columns);
    }

    /// The keys and the least values of columns, under the names of the columns; NaN is the greatest number.
    public LazyFrame min(String... columns) {
        return each(Expressions::min, columns);
    }

    /// The keys and the greatest values of columns, under the names of the columns; NaN is the greatest number.
    public LazyFrame max(String... columns) {
        return each(Expressions::max, columns);
    }

    /// The keys and an aggregation of each other column that `columns` takes, under its name:
    /// `each(Selectors.ofType(DataType::isNumeric), Expr::sum)`.
    public LazyFrame each(Predicate<Field> columns, UnaryOperator<Expr> aggregation) {
        Set<String> names = keys.stream().map(Expr::outputName).collect(Collectors.toSet());
        return agg(frame.schema().fields().stream()
                .filter(field -> !names.contains(field.name()) && columns.test(field))
                .map(field -> aggregation.apply(col(field.name())).as(field.name()))
                .toArray(Expr[]::new));
    }

    private LazyFrame each(Function<Object, Expr> aggregation, String... columns) {
        return agg(Arrays.stream(columns)
                .map(column -> aggregation.apply(col(column)).as(column))
                .toArray(Expr[]::new));
    }

    /// The first `n` rows of each group in an order (input order without keys), with all columns; rows stay in
    /// input order. Nulls lie where the sort keys put them. Costs a sort of the rows by group and order.
    public LazyFrame top(int n, SortKey... order) {
        String place = freshName(frame.schema().names());
        List<String> columns = frame.schema().names();
        return frame.withWindows(new Over(keys, List.of(order), Optional.empty()).rowNumber(place))
                .filter(col(place).le(n))
                .select(columns.toArray(String[]::new));
    }

    private static String freshName(List<String> taken) {
        List<String> names = new ArrayList<>(taken);
        String name = "place";
        while (names.contains(name)) {
            name = "#" + name;
        }
        return name;
    }
}
