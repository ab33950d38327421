package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;

import dev.sheaf.column.Column;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.exec.Executor;
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
        try (Table both = levels(a, b, options.pool());
                Table counted = options.run(context -> Executor.collect(firstOf(both, differs), context))) {
            return counted.longs("count")[0] > 0;
        }
    }

    private static LogicalPlan firstOf(Table both, Expr differs) {
        LogicalPlan differing = new LogicalPlan.Filter(new LogicalPlan.Values(both), differs);
        return new LogicalPlan.Aggregate(
                new LogicalPlan.Limit(differing, 0, 1), List.of(), List.of(count().as("count")), GroupByOptions.SQL);
    }

    private static Table levels(Index a, Index b, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        try {
            columns.addAll(a.read(pool));
            columns.addAll(b.read(pool));
            List<Field> fields = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                String side = i < a.levels() ? "left " : "right ";
                fields.add(
                        new Field(side + i % a.levels(), columns.get(i).type().decoded()));
            }
            return new Table(new Schema(fields), columns, a.size());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }
}
