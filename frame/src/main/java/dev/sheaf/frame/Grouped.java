package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.data.Frame;
import dev.sheaf.frame.data.FrameLevels;
import dev.sheaf.frame.data.GroupParts;
import dev.sheaf.frame.data.RowComputation;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.verb.RowWindows;
import dev.sheaf.frame.verb.WindowExpression;
import dev.sheaf.frame.verb.WindowVerbs;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.GroupedSelect;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The groups of a frame, waiting for what to compute of each. Immutable.
///
/// As in pandas the keys become the index of the result, groups come in the order of their keys, and rows
/// with a null key are left out; [#keepColumns], [#unsorted] and [#keepNulls] change that.
public final class Grouped implements WindowVerbs<DataFrame> {
    private final Frame frame;
    private final List<Expr> keys;
    private final GroupByOptions options;
    private final boolean asIndex;

    Grouped(Frame frame, List<Expr> keys) {
        this(frame, keys, GroupByOptions.DEFAULT.with(NullKeys.EXCLUDE).with(Order.SORTED), true);
    }

    private Grouped(Frame frame, List<Expr> keys, GroupByOptions options, boolean asIndex) {
        this.frame = frame;
        this.keys = List.copyOf(keys);
        this.options = options;
        this.asIndex = asIndex && !keys.isEmpty();
    }

    /// Keys as the first columns, and 0, 1, 2, ... as index.
    public Grouped keepColumns() {
        return new Grouped(frame, keys, options, false);
    }

    /// Groups in the order of their first rows.
    public Grouped unsorted() {
        return new Grouped(frame, keys, options.with(Order.FIRST_APPEARANCE), asIndex);
    }

    /// Null keys as a group of their own, the last in the order of keys.
    public Grouped keepNulls() {
        return new Grouped(frame, keys, options.with(NullKeys.INCLUDE), asIndex);
    }

    /// These columns alone, and the keys.
    public Grouped select(String... columns) {
        List<String> chosen = new ArrayList<>(List.of(columns));
        keys.stream()
                .flatMap(key -> ExprColumns.of(key.unaliased()).stream())
                .filter(name -> !chosen.contains(name))
                .forEach(chosen::add);
        List<Label> labels = chosen.stream()
                .map(name -> frame.columns().labels().get(frame.columns().position(name)))
                .toList();
        return new Grouped(frame.with(frame.columns().select(labels)), keys, options, asIndex);
    }

    /// For each group the values of expressions over aggregations and keys: `agg(sum("v").as("v"),
    /// count().as("n"))`.
    public DataFrame agg(Expr... results) {
        return new DataFrame(computed(List.of(results)));
    }

    /// For each group several aggregations of columns, by their names in [Reduction], under labels
    /// `(column, aggregation)`: `agg(Map.of("v", List.of("sum", "mean")))`.
    ///
    /// @throws IllegalArgumentException for a name that is none
    public DataFrame agg(Map<String, List<String>> aggregations) {
        List<Expr> results = new ArrayList<>();
        List<Label> labels = new ArrayList<>();
        aggregations.forEach((column, names) -> names.forEach(name -> {
            labels.add(Label.of(column, name));
            results.add(
                    Reduction.of(name).apply(col(column)).as(labels.getLast().name()));
        }));
        return new DataFrame(computed(results))
                .relabel(label -> labels.stream()
                        .filter(tuple -> tuple.name().equals(label.name()))
                        .findFirst()
                        .orElse(label));
    }

    /// An aggregation of the columns of some types, the keys left out, under their names:
    /// `groupBy("k").each(DataType::isNumeric, v -> quantile(v, 0.9))`.
    public DataFrame each(Predicate<DataType> types, UnaryOperator<Expr> aggregation) {
        return new DataFrame(computed(values().stream()
                .filter(name -> types.test(frame.columns().get(name).type()))
                .map(name -> aggregation.apply(col(name)).as(name))
                .toList()));
    }

    /// Sums of the numeric columns.
    public DataFrame sum() {
        return each(DataType::isNumeric, Reduction.SUM::apply);
    }

    /// Means of the numeric columns.
    public DataFrame mean() {
        return each(DataType::isNumeric, Reduction.MEAN::apply);
    }

    /// Medians of the numeric columns.
    public DataFrame median() {
        return each(DataType::isNumeric, Reduction.MEDIAN::apply);
    }

    /// Products of the numeric columns.
    public DataFrame product() {
        return each(DataType::isNumeric, Expressions::product);
    }

    /// Variances of the numeric columns.
    public DataFrame var() {
        return each(DataType::isNumeric, Reduction.VAR::apply);
    }

    /// Standard deviations of the numeric columns.
    public DataFrame std() {
        return each(DataType::isNumeric, Reduction.STD::apply);
    }

    /// The least values of all columns.
    public DataFrame min() {
        return each(_ -> true, Reduction.MIN::apply);
    }

    /// The greatest values of all columns.
    public DataFrame max() {
        return each(_ -> true, Reduction.MAX::apply);
    }

    /// The first values that are not null.
    public DataFrame first() {
        return each(_ -> true, Reduction.FIRST::apply);
    }

    /// The last values that are not null.
    public DataFrame last() {
        return each(_ -> true, Reduction.LAST::apply);
    }

    /// The numbers of values that are not null.
    public DataFrame count() {
        return each(_ -> true, Reduction.COUNT::apply);
    }

    /// The numbers of distinct values, without null.
    public DataFrame nunique() {
        return each(_ -> true, Reduction.NUNIQUE::apply);
    }

    /// The number of rows of each group, as column `size`.
    public Series size() {
        DataFrame sizes = agg(Expressions.count().as("size"));
        return sizes.get("size");
    }

    // --- a value a row ---

    /// Values computed from the rows of each group, of the columns that are no keys; rows in no group get null.
    @Override
    public DataFrame windows(WindowExpression expression) {
        return new DataFrame(
                RowComputation.of(frame, keys, values(), (column, rows) -> orNull(expression.of(column, rows))));
    }

    /// An aggregation of its group on each row: `groupBy("k").select("v").transform(v -> mean(v))`.
    public DataFrame transform(UnaryOperator<Expr> aggregation) {
        return windows((column, rows) -> rows.whole(aggregation.apply(column)));
    }

    /// For each row the values of expressions over aggregations of a window of the index, inside its group, that
    /// ends with its label: `groupBy("k").rolling("3d", sum("v").as("v"))`. Windows are those of
    /// [DataFrame#rolling(String, Expr...)]; rows keep order and labels, and rows in no group get null.
    ///
    /// @throws IllegalArgumentException as there
    public DataFrame rolling(String period, Expr... results) {
        List<Expr> inGroups = Arrays.stream(results).map(this::orNull).toList();
        return new DataFrame(RollingByIndex.of(frame, keys, period, inGroups));
    }

    /// For each group and each stretch of time of the index the values of expressions over aggregations, by keys
    /// and start: `groupBy("k").resample("1d", sum("v").as("v"))`. Stretches are those of
    /// [DataFrame#resample(String, Expr...)], between the first and the last of each group; groups come in the
    /// order of their keys. Costs a look at each group for each stretch of the frame.
    ///
    /// @throws IllegalArgumentException as there
    public DataFrame resample(String every, Expr... results) {
        boolean nullKeys = options.nullKeys() == NullKeys.INCLUDE;
        Frame stretches = Resampling.of(frame, keys, nullKeys, every, List.of(results));
        return new DataFrame(asIndex ? stretches : FrameLevels.asColumns(stretches));
    }

    /// The value of a row that is in a group, else null.
    private Expr orNull(Expr value) {
        return inGroup()
                .map(taken -> when(taken).then(value.unaliased()).otherwise(null))
                .orElse(value)
                .as(value.outputName());
    }

    /// The number of rows of the group before each row, as column `cumcount`.
    public Series cumCount() {
        RowWindows rows = RowComputation.windows(frame, keys);
        Expr before = rows.of(new WindowFunction.RowNumber()).minus(1L);
        return new Series(RowComputation.of(frame, rows, List.of(orNull(before.as("cumcount")))));
    }

    /// The number of the group of each row, from 0 in the order of groups, as column `ngroup`.
    public Series ngroup() {
        Frame numbers = GroupParts.of(frame, keys, options).numbers();
        return new Series(numbers.relabelled(_ -> Label.of("ngroup")));
    }

    /// Whether a row is in a group, if not all are.
    private Optional<Expr> inGroup() {
        return options.nullKeys() == NullKeys.INCLUDE
                ? Optional.empty()
                : keys.stream().map(key -> key.unaliased().isNotNull()).reduce(Expr::and);
    }

    private List<String> values() {
        List<String> keyNames = keys.stream().map(Expr::outputName).toList();
        return frame.columns().names().stream()
                .filter(name -> !keyNames.contains(name))
                .toList();
    }

    // --- rows of groups ---

    /// The rows of the groups for which a condition over aggregations is true, in order:
    /// `groupBy("k").filter(mean("v").gt(3))`.
    public DataFrame filter(Expr condition) {
        return rows(rows -> overGroups(condition.unaliased(), rows));
    }

    private static Expr overGroups(Expr part, RowWindows rows) {
        return part instanceof Expr.Aggregate
                ? rows.whole(part)
                : ExprRewrite.mapChildren(part, child -> overGroups(child, rows));
    }

    /// The first `n` rows of each group, in the order of the frame.
    public DataFrame head(long n) {
        return rows(rows -> number(rows).le(n));
    }

    /// The last `n` rows of each group, in the order of the frame.
    public DataFrame tail(long n) {
        return rows(rows -> number(rows).gt(size(rows).minus(n)));
    }

    /// Row `n` of each group, from 0, or from -1 at its end, in the order of the frame.
    public DataFrame nth(long n) {
        return rows(rows -> number(rows).eq(n < 0 ? size(rows).plus(n + 1) : lit(n + 1)));
    }

    private static Expr number(RowWindows rows) {
        return rows.of(new WindowFunction.RowNumber());
    }

    private static Expr size(RowWindows rows) {
        return rows.whole(Expressions.count());
    }

    private DataFrame rows(Function<RowWindows, Expr> condition) {
        RowWindows rows = RowComputation.windows(frame, keys);
        Expr wanted = condition.apply(rows);
        Expr inside = inGroup().map(wanted::and).orElse(wanted);
        return new DataFrame(RowComputation.filtered(frame, rows, inside));
    }

    /// Hands on each group, in the order of groups: its key, a List of several, and its rows.
    public void forEach(BiConsumer<@Nullable Object, DataFrame> consumer) {
        GroupParts.of(frame, keys, options).forEach(frame, (key, rows) -> consumer.accept(key, new DataFrame(rows)));
    }

    /// What a function makes of the rows of each group, one below the other. Runs in the calling thread, group by
    /// group; [#agg], [#transform] and [#filter] are faster.
    ///
    /// @throws IllegalArgumentException if there is no group
    public DataFrame apply(UnaryOperator<DataFrame> function) {
        List<DataFrame> results = new ArrayList<>();
        forEach((_, rows) -> results.add(function.apply(rows)));
        return DataFrame.concat(results.toArray(DataFrame[]::new));
    }

    private Frame computed(List<Expr> results) {
        Frame groups = frame.runBare(plan -> GroupedSelect.plan(plan, keys, results, options));
        return asIndex ? groups.indexedBy(keys.stream().map(Expr::outputName).toList()) : groups;
    }
}
