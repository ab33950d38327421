package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.frame.data.Frame;
import dev.sheaf.frame.label.Label;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.GroupedSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The groups of a frame, waiting for what to compute of each. Immutable.
///
/// As in pandas the keys become the index of the result, groups come in the order of their keys, and rows
/// with a null key are left out; [#keepColumns], [#unsorted] and [#keepNulls] change that.
public final class Grouped {
    private final Frame frame;
    private final List<Expr> keys;
    private final GroupByOptions options;
    private final boolean asIndex;

    Grouped(Frame frame, List<Expr> keys) {
        this(frame, keys, GroupByOptions.SQL.with(NullKeys.EXCLUDE).with(Order.SORTED), true);
    }

    private Grouped(Frame frame, List<Expr> keys, GroupByOptions options, boolean asIndex) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("groupBy needs at least one key");
        }
        this.frame = frame;
        this.keys = List.copyOf(keys);
        this.options = options;
        this.asIndex = asIndex;
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

    /// Sums of the numeric columns.
    public DataFrame sum() {
        return each(Reduction.SUM, true);
    }

    /// Means of the numeric columns.
    public DataFrame mean() {
        return each(Reduction.MEAN, true);
    }

    /// Medians of the numeric columns.
    public DataFrame median() {
        return each(Reduction.MEDIAN, true);
    }

    /// Standard deviations of the numeric columns.
    public DataFrame std() {
        return each(Reduction.STD, true);
    }

    /// The least values of all columns.
    public DataFrame min() {
        return each(Reduction.MIN, false);
    }

    /// The greatest values of all columns.
    public DataFrame max() {
        return each(Reduction.MAX, false);
    }

    /// The first values that are not null.
    public DataFrame first() {
        return each(Reduction.FIRST, false);
    }

    /// The last values that are not null.
    public DataFrame last() {
        return each(Reduction.LAST, false);
    }

    /// The numbers of values that are not null.
    public DataFrame count() {
        return each(Reduction.COUNT, false);
    }

    /// The numbers of distinct values, without null.
    public DataFrame nunique() {
        return each(Reduction.NUNIQUE, false);
    }

    /// The number of rows of each group, as column `size`.
    public Series size() {
        DataFrame sizes = agg(Expressions.count().as("size"));
        return sizes.get("size");
    }

    private DataFrame each(Reduction reduction, boolean numeric) {
        List<String> keyNames = keys.stream().map(Expr::outputName).toList();
        List<Expr> results = frame.columns().labels().stream()
                .filter(label -> !keyNames.contains(label.name()))
                .filter(label -> !numeric || frame.columns().get(label).type().isNumeric())
                .map(label -> reduction.apply(col(label.name())).as(label.name()))
                .toList();
        return new DataFrame(computed(results));
    }

    private Frame computed(List<Expr> results) {
        Frame groups = frame.runBare(plan -> GroupedSelect.plan(plan, keys, results, options));
        return asIndex ? groups.indexedBy(keys.stream().map(Expr::outputName).toList()) : groups;
    }
}
