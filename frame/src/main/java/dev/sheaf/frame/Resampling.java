package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.data.Frame;
import dev.sheaf.frame.data.FrameDataset;
import dev.sheaf.frame.data.FrameLevels;
import dev.sheaf.frame.data.TimeSteps;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import java.util.ArrayList;
import java.util.List;

/// Rows by stretches of time of their index: the windows of [LazyFrame#groupByDynamic], and rows for those between the
/// first and the last of each group that have none. Without keys all rows are one group.
final class Resampling {
    private static final String FIRST = "#first";
    private static final String LAST = "#last";
    private static final String FOUND = "#found ";

    private Resampling() {}

    /// The results by keys and starts, which are the index.
    ///
    /// @param nullKeys whether rows with a null key are a group, rather than left out
    static Frame of(Frame frame, List<Expr> keys, boolean nullKeys, String every, List<Expr> results) {
        if (!frame.index().isOfMoments()) {
            throw new IllegalArgumentException("resample needs an index of dates or timestamps, not one of "
                    + frame.index().types() + "; give the frame one with setIndex");
        }
        String level = frame.indexNames().getFirst();
        Frame windows = windows(frame, level, placed(level, nullKeys ? List.of() : keys), keys, every, results);
        Frame starts = TimeSteps.between(
                windows.runBare(plan -> LazyFrame.of(plan).sort(level).plan()),
                level,
                Span.of(every).width());
        List<String> labels =
                new ArrayList<>(keys.stream().map(Expr::outputName).toList());
        LazyFrame steps = LazyFrame.scan(new FrameDataset(starts));
        Frame all = windows.runBare(plan ->
                filled(LazyFrame.of(plan), labels, level, steps, results).plan());
        labels.add(level);
        Frame indexed = all.indexedBy(labels);
        List<String> names = new ArrayList<>(labels.subList(0, keys.size()));
        names.addAll(frame.index().names());
        return indexed.reindexed(indexed.index().named(names));
    }

    private static Expr placed(String level, List<Expr> keys) {
        return keys.stream()
                .map(key -> key.unaliased().isNotNull())
                .reduce(col(level).isNotNull(), Expr::and);
    }

    private static Frame windows(
            Frame frame, String level, Expr condition, List<Expr> keys, String every, List<Expr> results) {
        Frame rows = FrameLevels.asColumnsNamed(frame, List.of(level));
        return rows.runBare(plan -> LazyFrame.of(plan)
                .filter(condition)
                .groupByDynamic(level, every)
                .by(keys.toArray(Expr[]::new))
                .agg(results.toArray(Expr[]::new))
                .plan());
    }

    /// The windows, and a row for each step of a group between its first and its last window that has none.
    private static LazyFrame filled(
            LazyFrame windows, List<String> keys, String level, LazyFrame steps, List<Expr> results) {
        LazyFrame places = windows.groupBy(keys.toArray(String[]::new))
                .agg(min(level).as(FIRST), max(level).as(LAST))
                .crossJoin(steps)
                .filter(col(level).ge(col(FIRST)).and(col(level).le(col(LAST))));
        List<String> labels = new ArrayList<>(keys);
        labels.add(level);
        List<JoinKey> same = new ArrayList<>();
        List<Expr> found = new ArrayList<>();
        List<Expr> columns = new ArrayList<>();
        for (String label : labels) {
            same.add(new JoinKey(col(label), col(FOUND + label), true));
            found.add(col(label).as(FOUND + label));
            columns.add(coalesce(col(label), col(FOUND + label)).as(label));
        }
        results.forEach(result -> found.add(col(result.outputName())));
        results.forEach(result -> columns.add(counted(result)));
        return places.join(windows.select(found.toArray(Expr[]::new)), JoinKind.FULL, same)
                .select(columns.toArray(Expr[]::new))
                .sort(labels.toArray(String[]::new));
    }

    /// Counts are 0 where there is no row.
    private static Expr counted(Expr result) {
        Expr column = col(result.outputName());
        return isCount(result.unaliased()) ? coalesce(column, 0L).as(result.outputName()) : column;
    }

    private static boolean isCount(Expr result) {
        return result instanceof Expr.Aggregate aggregate
                && switch (aggregate.aggregation()) {
                    case Aggregation.CountAll _, Aggregation.CountValid _, Aggregation.NUnique _ -> true;
                    default -> false;
                };
    }
}
