package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.data.Frame;
import dev.sheaf.frame.data.FrameDataset;
import dev.sheaf.frame.data.TimeSteps;
import dev.sheaf.plan.JoinKind;
import java.util.ArrayList;
import java.util.List;

/// Rows by stretches of time of their index: the windows of [LazyFrame#groupByDynamic], and rows for those
/// between the first and the last that have none.
final class Resampling {
    private Resampling() {}

    static Frame of(Frame frame, String every, List<Expr> results) {
        if (!frame.index().isOfMoments()) {
            throw new IllegalArgumentException("resample needs an index of dates or timestamps, not one of "
                    + frame.index().types() + "; give the frame one with setIndex");
        }
        String level = frame.indexNames().getFirst();
        Frame rows = frame.with(frame.columns())
                .reindexed(frame.index().named(List.of(level)))
                .unindexed();
        Frame windows = rows.runBare(plan -> LazyFrame.of(plan)
                .filter(col(level).isNotNull())
                .groupByDynamic(level, every)
                .agg(results.toArray(Expr[]::new))
                .plan());
        Frame steps = TimeSteps.between(windows, level, Span.of(every).width());
        LazyFrame found = LazyFrame.scan(new FrameDataset(windows));
        Frame all = steps.runBare(plan -> LazyFrame.of(plan)
                .join(found, JoinKind.FULL, level)
                .sort(level)
                .select(counted(level, results))
                .plan());
        Frame indexed = all.indexedBy(List.of(level));
        return indexed.reindexed(indexed.index().named(frame.index().names()));
    }

    /// Counts are 0 where there is no row.
    private static Expr[] counted(String level, List<Expr> results) {
        List<Expr> columns = new ArrayList<>(List.of(col(level)));
        for (Expr result : results) {
            Expr column = col(result.outputName());
            columns.add(isCount(result.unaliased()) ? coalesce(column, 0L).as(result.outputName()) : column);
        }
        return columns.toArray(Expr[]::new);
    }

    private static boolean isCount(Expr result) {
        return result instanceof Expr.Aggregate aggregate
                && switch (aggregate.aggregation()) {
                    case Aggregation.CountAll _, Aggregation.CountValid _, Aggregation.NUnique _ -> true;
                    default -> false;
                };
    }
}
