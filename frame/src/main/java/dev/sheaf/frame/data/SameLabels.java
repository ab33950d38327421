package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Whether two frames have the same labels row by row, so that their rows need no join to meet, or the same
/// values.
public final class SameLabels {
    private SameLabels() {}

    /// Told without a look at the labels where ranges or shared bytes tell it, else by a plan that stops at
    /// the first difference.
    public static boolean have(Frame left, Frame right) {
        return same(left.index(), right.index(), left.options());
    }

    /// As [#have].
    public static boolean same(Index a, Index b, FrameOptions options) {
        if (a.isSame(b)) {
            return true;
        }
        boolean bothRanges = a instanceof RangeIndex && b instanceof RangeIndex;
        return !bothRanges
                && a.size() == b.size()
                && a.types().equals(b.types())
                && !differ(IndexLevels.columns(a, options), IndexLevels.columns(b, options), a.size(), options);
    }

    /// Whether labels of columns, types, labels of rows and values are the same; nulls are equal to each other. A
    /// plan stops at the first difference.
    public static boolean sameRows(Frame a, Frame b) {
        return a.columns().labels().equals(b.columns().labels())
                && a.schema().equals(b.schema())
                && have(a, b)
                && a.rows() == b.rows()
                && !differ(a.columns().columns(), b.columns().columns(), a.rows(), a.options());
    }

    private static boolean differ(List<FrameColumn> left, List<FrameColumn> right, long rows, FrameOptions options) {
        Optional<Expr> differs = IntStream.range(0, left.size())
                .mapToObj(i -> call(Function.IS_DISTINCT_FROM, col("left " + i), col("right " + i)))
                .reduce(Expr::or);
        return differs.isPresent() && isAny(beside(left, right, rows, options), differs.get());
    }

    private static boolean isAny(Frame rows, Expr condition) {
        try (Table counted = rows.query(plan -> firstOf(plan, condition))) {
            return counted.longs("count")[0] > 0;
        }
    }

    private static LogicalPlan firstOf(LogicalPlan both, Expr differs) {
        LogicalPlan differing = new LogicalPlan.Filter(both, differs);
        return new LogicalPlan.Aggregate(
                new LogicalPlan.Limit(differing, 0, 1),
                List.of(),
                List.of(count().as("count")),
                GroupByOptions.DEFAULT);
    }

    private static Frame beside(List<FrameColumn> left, List<FrameColumn> right, long rows, FrameOptions options) {
        List<FrameColumn> columns = new ArrayList<>(left);
        columns.addAll(right);
        List<Label> labels = IntStream.range(0, columns.size())
                .mapToObj(i -> Label.of((i < left.size() ? "left " : "right ") + i % left.size()))
                .toList();
        return new Frame(ColumnAccessor.of(labels, columns), RangeIndex.of(rows), options);
    }
}
