package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.nunique;
import static dev.sheaf.expr.Expressions.quantile;
import static dev.sheaf.expr.Expressions.std;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Row;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.label.Label;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.plan.GroupedSelect;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What is known of the columns of a frame at a glance; each takes one pass of the engine.
public final class Summaries {
    private static final Map<String, Function<Expr, Expr>> NUMERIC = numeric();
    private static final String COUNT = "count";

    private Summaries() {}

    private static Map<String, Function<Expr, Expr>> numeric() {
        Map<String, Function<Expr, Expr>> statistics = new LinkedHashMap<>();
        statistics.put(COUNT, column -> count(column));
        statistics.put("mean", column -> mean(column));
        statistics.put("std", column -> std(column));
        statistics.put("min", column -> min(column));
        statistics.put("25%", column -> quantile(column, 0.25));
        statistics.put("50%", column -> quantile(column, 0.5));
        statistics.put("75%", column -> quantile(column, 0.75));
        statistics.put("max", column -> max(column));
        return java.util.Collections.unmodifiableMap(statistics);
    }

    /// Count, mean, deviation, least, quartiles and greatest of each numeric column as float64; of a frame
    /// without one, count, distinct values, and the most frequent value of each column as text.
    public static Frame describe(Frame frame) {
        List<Label> numbers = labels(frame, DataType::isNumeric);
        if (!numbers.isEmpty()) {
            return described(
                    frame,
                    numbers,
                    List.copyOf(NUMERIC.keySet()),
                    NUMERIC.values(),
                    value -> value == null ? null : ((Number) value).doubleValue());
        }
        Map<String, Function<Expr, Expr>> statistics = new LinkedHashMap<>();
        statistics.put(COUNT, column -> count(column));
        statistics.put("unique", column -> nunique(column));
        statistics.put("top", column -> aggregate(new Aggregation.Mode(), column));
        return described(
                frame,
                frame.columns().labels(),
                List.copyOf(statistics.keySet()),
                statistics.values(),
                Summaries::text);
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof byte[] bytes
                ? "0x" + HexFormat.of().formatHex(bytes)
                : value == null ? null : value.toString();
    }

    private static List<Label> labels(Frame frame, java.util.function.Predicate<DataType> wanted) {
        return frame.columns().where(column -> wanted.test(column.type())).labels();
    }

    private static Frame described(
            Frame frame,
            List<Label> labels,
            List<?> index,
            Collection<Function<Expr, Expr>> statistics,
            Function<@Nullable Object, @Nullable Object> value) {
        List<Expr> asked = new ArrayList<>();
        for (Label label : labels) {
            statistics.forEach(
                    statistic -> asked.add(statistic.apply(col(label.name())).as("#" + asked.size())));
        }
        try (Table answers = frame.aggregate(asked)) {
            Map<String, List<@Nullable Object>> columns = new LinkedHashMap<>();
            for (int i = 0; i < labels.size(); i++) {
                int first = i * statistics.size();
                columns.put(labels.get(i).name(), values(answers, first, statistics.size(), value));
            }
            return indexed(frame, index, columns);
        }
    }

    private static List<@Nullable Object> values(
            Table answers, int first, int count, Function<@Nullable Object, @Nullable Object> value) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            values.add(value.apply(new Row(answers, 0).get(i)));
        }
        return values;
    }

    /// Columns with an index without a name, under the labels of the frame again.
    private static Frame indexed(Frame frame, List<?> index, Map<String, ? extends List<?>> columns) {
        String name = frame.freeName("#index");
        Map<String, List<?>> all = new LinkedHashMap<>(columns);
        all.put(name, index);
        try (Table table = JavaRows.ofColumns(all)) {
            Frame plain = Frame.of(table, frame.options()).indexedBy(List.of(name));
            return plain.reindexed(plain.index().named(List.of("")))
                    .relabelled(label -> frame.columns().contains(label.name())
                            ? frame.columns().labels().get(frame.columns().position(label))
                            : label);
        }
    }

    /// The correlation of each numeric column with each.
    public static Frame correlations(Frame frame) {
        return matrix(frame, Expressions::corr);
    }

    /// The covariance of a sample of each numeric column with each.
    public static Frame covariances(Frame frame) {
        return matrix(frame, Expressions::covariance);
    }

    private static Frame matrix(Frame frame, BinaryOperator<Expr> statistic) {
        List<Label> numbers = labels(frame, DataType::isNumeric);
        List<String> names = numbers.stream().map(Label::name).toList();
        List<Function<Expr, Expr>> rows = names.stream()
                .<Function<Expr, Expr>>map(name -> column -> statistic.apply(col(name), column))
                .toList();
        return described(frame, numbers, names, rows, value -> value);
    }

    /// Quantiles of the numeric columns, interpolated, a row each.
    public static Frame quantiles(Frame frame, double... quantiles) {
        List<Double> index = DoubleStream.of(quantiles).boxed().toList();
        List<Function<Expr, Expr>> rows = index.stream()
                .<Function<Expr, Expr>>map(q -> column -> quantile(column, q))
                .toList();
        return described(frame, labels(frame, DataType::isNumeric), index, rows, value -> value);
    }

    /// One value a column, as a column of this name with the labels as index.
    public static Frame perColumn(Frame frame, String name, Function<Expr, Expr> statistic) {
        List<String> names = frame.columns().names();
        List<Expr> asked = IntStream.range(0, names.size())
                .mapToObj(i -> statistic.apply(col(names.get(i))).as("#" + i))
                .toList();
        try (Table answers = frame.aggregate(asked)) {
            return indexed(frame, names, Map.of(name, values(answers, 0, names.size(), value -> value)));
        }
    }

    /// The combinations of values of columns as index and how often each occurs as column `count`, the most
    /// frequent first, ties by value, null behind other values. Of one column of categories all of them are there.
    ///
    /// @throws IllegalArgumentException without a column
    public static Frame valueCounts(Frame frame, List<String> names, NullKeys nulls) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("valueCounts needs at least one column of "
                    + frame.columns().names());
        }
        List<Expr> keys = names.stream().map(Expressions::col).toList();
        List<SortKey> order = new ArrayList<>(List.of(SortKey.descending(COUNT + " of values")));
        names.forEach(name -> order.add(SortKey.ascending(name)));
        Frame counted = frame.runBare(plan -> new LogicalPlan.Sort(
                        GroupedSelect.plan(
                                plan,
                                keys,
                                List.of(count().as(COUNT + " of values")),
                                GroupByOptions.DEFAULT.with(nulls)),
                        order))
                .indexedBy(names)
                .relabelled(_ -> Label.of(COUNT));
        return names.size() == 1 && frame.columns().get(names.getFirst()).type() instanceof DataType.CategoryType type
                ? withUnused(counted, names, type)
                : counted;
    }

    /// With a count of 0 for each category that no row has.
    private static Frame withUnused(Frame counted, List<String> names, DataType.CategoryType type) {
        List<Object> unused = unused(counted, type);
        if (unused.isEmpty()) {
            return counted;
        }
        String name = names.getFirst();
        try (Table table = Table.of(name, unused, "#" + name, new long[unused.size()])) {
            Frame zeros = Frame.of(table, counted.options())
                    .assign(List.of(col(name).cast(type).as(name)))
                    .indexedBy(names)
                    .relabelled(_ -> Label.of(COUNT));
            return Concatenation.of(List.of(counted, zeros));
        }
    }

    private static List<Object> unused(Frame counted, DataType.CategoryType type) {
        try (Table labels = IndexLevels.table(counted.index(), counted.options())) {
            Set<@Nullable Object> used = new HashSet<>(labels.values("level 0"));
            return type.categories().values().stream()
                    .filter(category -> !used.contains(category))
                    .toList();
        }
    }
}
