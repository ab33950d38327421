package dev.sheaf.sql.join;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.QueryDataset;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.SourceStats;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How many rows a plan gives, about, and how many values its columns have; -1 if the rows are not known.
///
/// It is good enough to tell which of two joins is smaller, and used for nothing else.
record Estimate(double rows, Map<String, Double> distinct) {
    private static final Estimate UNKNOWN = new Estimate(-1, Map.of());

    /// The part of rows that conditions keep: equality with one of unknown many values, ranges, anything else.
    private static final double EQUAL = 0.1;

    private static final double RANGE = 0.4;
    private static final double OTHER = 0.25;

    /// Groups of each row.
    private static final double GROUPS = 0.2;

    boolean isKnown() {
        return rows >= 0;
    }

    static Estimate of(LogicalPlan plan) {
        return switch (plan) {
            case LogicalPlan.Scan scan when scan.dataset() instanceof QueryDataset queries -> of(queries);
            case LogicalPlan.Scan scan -> of(scan.dataset().stats(), scan.columns());
            case LogicalPlan.Values values -> new Estimate(values.table().rowCount(), Map.of());
            case LogicalPlan.Filter filter -> of(filter.input()).filtered(filter.condition());
            case LogicalPlan.Project project -> of(project.input()).projected(project.expressions());
            case LogicalPlan.Aggregate aggregate ->
                aggregate.keys().isEmpty()
                        ? new Estimate(1, Map.of())
                        : of(aggregate.input()).scaled(GROUPS);
            case LogicalPlan.Distinct distinct -> of(distinct.input()).scaled(GROUPS);
            case LogicalPlan.Window window -> of(window.input());
            case LogicalPlan.Randomized random -> of(random.input());
            case LogicalPlan.Sort sort -> of(sort.input());
            case LogicalPlan.Limit limit -> limited(of(limit.input()), limit.count());
            case LogicalPlan.Unnest _ -> UNKNOWN;
            case LogicalPlan.Join join -> of(join.left());
            case LogicalPlan.AsofJoin join -> of(join.left());
        };
    }

    /// A union has the rows of all of its queries.
    private static Estimate of(QueryDataset dataset) {
        List<Estimate> each = dataset.queries().stream().map(Estimate::of).toList();
        return each.size() == 1
                ? each.getFirst()
                : each.stream().allMatch(Estimate::isKnown)
                        ? new Estimate(each.stream().mapToDouble(Estimate::rows).sum(), Map.of())
                        : UNKNOWN;
    }

    private static Estimate of(SourceStats stats, List<String> columns) {
        if (stats.rowCount().isEmpty()) {
            return UNKNOWN;
        }
        Map<String, Double> distinct = new HashMap<>();
        long rows = stats.rowCount().getAsLong();
        for (String column : columns) {
            double values = distinct(stats.column(column));
            if (values < Double.MAX_VALUE) {
                distinct.put(column, Math.min(rows, values));
            }
        }
        return new Estimate(rows, distinct);
    }

    private static double distinct(ColumnStats stats) {
        double count = stats.distinctCount().isPresent() ? stats.distinctCount().getAsLong() : Double.MAX_VALUE;
        boolean isRange =
                stats.min().orElse(null) instanceof Number && stats.max().orElse(null) instanceof Number;
        double range = isRange
                ? ((Number) stats.max().orElseThrow()).doubleValue()
                        - ((Number) stats.min().orElseThrow()).doubleValue()
                        + 1
                : Double.MAX_VALUE;
        return Math.min(count, range);
    }

    private static Estimate limited(Estimate input, long count) {
        return input.isKnown()
                ? new Estimate(Math.min(input.rows, count), input.distinct)
                : new Estimate(count, Map.of());
    }

    private Estimate scaled(double part) {
        return isKnown() ? new Estimate(Math.max(1, rows * part), distinct) : this;
    }

    private Estimate projected(List<Expr> expressions) {
        Map<String, Double> renamed = new HashMap<>();
        for (Expr expr : expressions) {
            if (expr.unaliased() instanceof Expr.ColumnRef(String name)) {
                renamed.put(expr.outputName(), values(expr.unaliased()));
            }
        }
        return new Estimate(rows, renamed);
    }

    private Estimate filtered(Expr condition) {
        double part = 1;
        for (Expr one : Conjuncts.split(condition)) {
            part *= one instanceof Expr.Call(Function function, List<Expr> arguments)
                    ? kept(function, arguments)
                    : OTHER;
        }
        return scaled(part);
    }

    private double kept(Function function, List<Expr> arguments) {
        return switch (function) {
            case EQUAL -> {
                double values = Math.max(known(arguments.getFirst()), known(arguments.getLast()));
                yield values > 0 ? 1 / values : EQUAL;
            }
            case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> RANGE;
            case IS_NOT_NULL, NOT_EQUAL, NOT -> 1;
            default -> OTHER;
        };
    }

    private double known(Expr expr) {
        return expr instanceof Expr.ColumnRef(String name) ? distinct.getOrDefault(name, 0.0) : 0;
    }

    /// How many values an expression has at most where no row is left out.
    private double values(Expr expr) {
        double known = known(expr);
        return Math.max(1, known > 0 ? known : rows);
    }

    /// The pairs of two relations for which some expressions are equal.
    Estimate joined(Estimate other, List<Equality> equalities) {
        if (!isKnown() || !other.isKnown()) {
            return UNKNOWN;
        }
        Map<String, Double> both = new HashMap<>(distinct);
        both.putAll(other.distinct);
        for (Equality equality : equalities) {
            double common = Math.min(values(equality.first()), other.values(equality.second()));
            put(both, equality.first(), common);
            put(both, equality.second(), common);
        }
        return new Estimate(joinedRows(other, equalities), both);
    }

    private static void put(Map<String, Double> distinct, Expr expr, double values) {
        if (expr instanceof Expr.ColumnRef(String name)) {
            distinct.put(name, values);
        }
    }

    /// How many pairs of two relations of known sizes these are: each value of the side that has fewer is met by the
    /// other side as often as by its own. Several expressions have no more values together than the smaller side
    /// has rows, or than one of them has alone.
    double joinedRows(Estimate other, List<Equality> equalities) {
        double together = 1;
        double most = Math.min(rows, other.rows);
        for (Equality equality : equalities) {
            double values = Math.min(values(equality.first()), other.values(equality.second()));
            together *= values;
            most = Math.max(most, values);
        }
        return Math.max(1, rows * other.rows / Math.min(together, Math.max(1, most)));
    }
}
