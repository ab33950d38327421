package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.GroupedSelect;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// Values of a column as columns: one group-by for the cells, and one that puts the cells of each row side by side.
///
/// The second one looks at each cell once for each column of the result.
public final class Pivots {
    private static final GroupByOptions SORTED = GroupByOptions.DEFAULT.with(Order.SORTED);
    private static final String COUNT = "#count";

    private Pivots() {}

    /// A row for each combination of the columns `keys`, as index, and for each value of the column `by` a column with
    /// an aggregation of `values`; labels are pairs if there are several of those. Rows with null among keys or
    /// columns are left out.
    public static Frame table(
            Frame frame, List<String> keys, String by, List<String> values, UnaryOperator<Expr> aggregation) {
        return spread(cells(frame, keys, by, values, aggregation, NullKeys.EXCLUDE), keys, by, values);
    }

    /// As [#table] of cells that have one value each; null is a key like others, and its column is called `null`.
    ///
    /// @throws IllegalArgumentException if a cell has several
    public static Frame of(Frame frame, List<String> keys, String by, List<String> values) {
        Frame cells = cells(frame, keys, by, values, Expressions::first, NullKeys.INCLUDE);
        try (Table most = cells.aggregate(List.of(max(COUNT).as("most")))) {
            if (most.column(0).get(0) instanceof Number number && number.longValue() > 1) {
                throw new IllegalArgumentException("one combination of " + String.join(", ", keys) + " and " + by
                        + " has " + number + " rows; say by pivotTable what to make of them");
            }
        }
        return spread(cells, keys, by, values);
    }

    private static Frame cells(
            Frame frame,
            List<String> keys,
            String by,
            List<String> values,
            UnaryOperator<Expr> aggregation,
            NullKeys nulls) {
        if (keys.isEmpty() || values.isEmpty()) {
            throw new IllegalArgumentException("a pivot needs a column for its rows and one for its values");
        }
        List<Expr> all = new ArrayList<>(keys.stream().map(Expressions::col).toList());
        all.add(col(by));
        List<Expr> results = new ArrayList<>(List.of(count().as(COUNT)));
        values.forEach(value -> results.add(aggregation.apply(col(value)).as(value)));
        return frame.runBare(plan -> GroupedSelect.plan(plan, all, results, SORTED.with(nulls)));
    }

    private static Frame spread(Frame cells, List<String> keys, String by, List<String> values) {
        List<@Nullable Object> columns = distinct(cells, by);
        BiFunction<String, Integer, Label> label =
                (value, i) -> values.size() == 1 ? Label.of(text(columns, i)) : Label.of(value, text(columns, i));
        return spread(cells, keys, by, columns, values, label);
    }

    private static String text(List<@Nullable Object> columns, int i) {
        return String.valueOf(columns.get(i));
    }

    private static List<@Nullable Object> distinct(Frame cells, String by) {
        try (Table table = cells.query(plan -> GroupedSelect.plan(plan, List.of(col(by)), List.of(), SORTED))) {
            return table.values(by);
        }
    }

    private static Frame spread(
            Frame cells,
            List<String> keys,
            String by,
            List<? extends @Nullable Object> columns,
            List<String> values,
            BiFunction<String, Integer, Label> label) {
        DataType type = cells.columns().get(by).type().decoded();
        List<Expr> results = new ArrayList<>();
        List<Label> labels = new ArrayList<>();
        for (String value : values) {
            for (int i = 0; i < columns.size(); i++) {
                Expr isHere = is(by, columns.get(i), type);
                results.add(first(col(value)).filter(isHere).as("#cell " + results.size()));
                labels.add(label.apply(value, i));
            }
        }
        Frame rows = cells.runBare(plan -> GroupedSelect.plan(
                        plan, keys.stream().map(Expressions::col).toList(), results, SORTED))
                .indexedBy(keys);
        return new Frame(ColumnAccessor.of(labels, rows.columns().columns()), rows.index(), rows.options());
    }

    private static Expr is(String by, @Nullable Object value, DataType type) {
        return value == null ? col(by).isNull() : col(by).eq(new Expr.Literal(value, type));
    }

    /// The last level of the index as columns, sorted; labels are pairs if the frame has several columns.
    ///
    /// @throws IllegalArgumentException if the index has one level, or a label comes twice
    public static Frame unstacked(Frame frame) {
        int levels = frame.index().levels();
        if (levels < 2) {
            throw new IllegalArgumentException("unstack needs an index of two levels or more");
        }
        List<String> names =
                IntStream.range(0, levels).mapToObj(level -> "#level " + level).toList();
        Frame rows = FrameLevels.asColumnsNamed(frame, names);
        Frame result = of(
                rows,
                names.subList(0, levels - 1),
                names.getLast(),
                frame.columns().names());
        return result.reindexed(result.index().named(frame.index().names().subList(0, levels - 1)));
    }

    /// Rows as columns, called after their labels, and columns as rows, labelled by their names.
    ///
    /// @throws IllegalArgumentException if the types of the columns do not meet, or labels of rows repeat
    public static Frame transposed(Frame frame) {
        Frame cells = LongRows.Numbered.of(frame).cells();
        List<Long> rows = LongStream.rangeClosed(1, frame.rows()).boxed().toList();
        List<String> keys = List.of(LongRows.Numbered.COLUMN, LongRows.VARIABLE);
        Frame spread = spread(
                cells,
                keys,
                LongRows.Numbered.ROW,
                rows,
                List.of(LongRows.VALUE),
                (_, i) -> label(frame.index().label(i)));
        Frame columns = FrameLevels.asColumns(spread);
        Label number = Label.of(LongRows.Numbered.COLUMN);
        Frame indexed = columns.with(columns.columns().drop(List.of(number))).indexedBy(List.of(LongRows.VARIABLE));
        return indexed.reindexed(indexed.index().named(List.of("")));
    }

    private static Label label(@Nullable Object label) {
        return label instanceof List<?> parts
                ? new Label(parts.stream().map(String::valueOf).toList())
                : Label.of(String.valueOf(label));
    }

    /// For each value of some columns a column of bools called `column_value`, in the place of those columns at the
    /// end.
    public static Frame dummies(Frame frame, List<String> columns) {
        List<Expr> results = new ArrayList<>(frame.columns().names().stream()
                .filter(name -> !columns.contains(name))
                .map(Expressions::col)
                .toList());
        for (String column : columns) {
            DataType type = frame.columns().get(column).type().decoded();
            distinct(frame, column).stream()
                    .filter(java.util.Objects::nonNull)
                    .map(value -> Expressions.call(dev.sheaf.expr.Function.IS_TRUE, is(column, value, type))
                            .as(column + "_" + value))
                    .forEach(results::add);
        }
        return frame.rowwise(plan -> new LogicalPlan.Project(plan, results));
    }
}
