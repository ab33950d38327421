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
import java.util.stream.IntStream;

/// Whether two frames have the same labels row by row, so that their rows need no join to meet.
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
        return !bothRanges && a.size() == b.size() && a.types().equals(b.types()) && !differ(a, b, options);
    }

    private static boolean differ(Index a, Index b, FrameOptions options) {
        Expr differs = IntStream.range(0, a.levels())
                .mapToObj(level -> call(Function.IS_DISTINCT_FROM, col("left " + level), col("right " + level)))
                .reduce(Expr::or)
                .orElseThrow();
        try (Table counted = levels(a, b, options).query(plan -> firstOf(plan, differs))) {
            return counted.longs("count")[0] > 0;
        }
    }

    private static LogicalPlan firstOf(LogicalPlan both, Expr differs) {
        LogicalPlan differing = new LogicalPlan.Filter(both, differs);
        return new LogicalPlan.Aggregate(
                new LogicalPlan.Limit(differing, 0, 1), List.of(), List.of(count().as("count")), GroupByOptions.SQL);
    }

    private static Frame levels(Index a, Index b, FrameOptions options) {
        List<FrameColumn> columns = new ArrayList<>(Frame.levels(a, options));
        columns.addAll(Frame.levels(b, options));
        List<Label> labels = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            labels.add(Label.of((i < a.levels() ? "left " : "right ") + i % a.levels()));
        }
        return new Frame(ColumnAccessor.of(labels, columns), RangeIndex.of(a.size()), options);
    }
}
