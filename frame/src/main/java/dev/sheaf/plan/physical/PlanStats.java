package dev.sheaf.plan.physical;

import dev.sheaf.expr.Expr;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.SourceStats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// What is known about the rows that an operator gives, from what is known about its input.
public final class PlanStats {
    private PlanStats() {}

    /// What is known before anything is opened.
    public static SourceStats of(PhysicalPlan plan) {
        return switch (plan) {
            case PhysicalPlan.Empty _ -> SourceStats.ofRows(0);
            case PhysicalPlan.Read(var dataset, var _) -> dataset.stats();
            case PhysicalPlan.Filter(PhysicalPlan input, var _, var _) -> filtered(of(input));
            case PhysicalPlan.Project(PhysicalPlan input, List<Expr> expressions) -> projected(of(input), expressions);
            case PhysicalPlan.Limit(PhysicalPlan input, long _, long count) -> limited(of(input), count);
            case PhysicalPlan.TopN top -> limited(of(top.input()), top.count());
            case PhysicalPlan.Sort(PhysicalPlan input, var _) -> of(input);
            case PhysicalPlan.Window(PhysicalPlan input, var _) -> of(input);
            case PhysicalPlan.GroupTopN top -> filtered(of(top.input()));
            case PhysicalPlan.GroupBy groupBy -> rowsOf(of(groupBy.input()));
            case PhysicalPlan.Randomized(PhysicalPlan input, var _, var _) -> of(input);
            case PhysicalPlan.Unnest _, PhysicalPlan.Join _, PhysicalPlan.AsofJoin _ -> SourceStats.UNKNOWN;
        };
    }

    /// Fewer rows: bounds stay true, the number of nulls may fall.
    static SourceStats filtered(SourceStats input) {
        Map<String, ColumnStats> columns = new HashMap<>();
        input.columns().forEach((name, stats) -> columns.put(name, withoutNullCount(stats)));
        return new SourceStats(input.rowCount(), columns, input.sample());
    }

    private static ColumnStats withoutNullCount(ColumnStats stats) {
        boolean noNulls = stats.nullCount().orElse(-1) == 0;
        OptionalLong nullCount = noNulls ? OptionalLong.of(0) : OptionalLong.empty();
        return new ColumnStats(stats.min(), stats.max(), nullCount, stats.distinctCount());
    }

    /// Columns that are passed on keep what is known of them.
    static SourceStats projected(SourceStats input, List<Expr> expressions) {
        Map<String, ColumnStats> columns = new HashMap<>();
        for (Expr expr : expressions) {
            if (expr.unaliased() instanceof Expr.ColumnRef(String name)) {
                columns.put(expr.outputName(), input.column(name));
            }
        }
        return new SourceStats(input.rowCount(), columns);
    }

    private static SourceStats limited(SourceStats input, long count) {
        long rows = Math.min(input.rowCount().orElse(Long.MAX_VALUE), count);
        OptionalLong known = rows == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(rows);
        return filtered(new SourceStats(known, input.columns()));
    }

    private static SourceStats rowsOf(SourceStats input) {
        return new SourceStats(input.rowCount(), Map.of());
    }
}
