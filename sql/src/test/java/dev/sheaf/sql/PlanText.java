package dev.sheaf.sql;

import dev.sheaf.expr.Expr;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.WindowCall;
import java.util.List;
import java.util.stream.Collectors;

/// Plans as tests compare them: a line for each node, the result first.
final class PlanText {
    private PlanText() {}

    static String of(LogicalPlan plan) {
        String own = switch (plan) {
            case LogicalPlan.Scan scan -> "scan " + scan.dataset().describe();
            case LogicalPlan.Filter(LogicalPlan _, Expr condition) -> "filter " + condition.outputName();
            case LogicalPlan.Project(LogicalPlan _, List<Expr> expressions) -> "project " + list(expressions);
            case LogicalPlan.Aggregate aggregate ->
                "aggregate by [" + list(aggregate.keys()) + "] " + list(aggregate.aggregates());
            case LogicalPlan.Window(LogicalPlan _, List<WindowCall> calls) ->
                "window "
                        + calls.stream()
                                .map(call -> call + " as " + call.name())
                                .collect(Collectors.joining(", "));
            case LogicalPlan.Sort sort ->
                "sort " + sort.keys().stream().map(Object::toString).collect(Collectors.joining(", "));
            case LogicalPlan.Limit(LogicalPlan _, long offset, long count) -> "limit " + count + " offset " + offset;
            case LogicalPlan.Distinct _ -> "distinct";
            case LogicalPlan.Unnest(LogicalPlan _, String column) -> "unnest " + column;
            case LogicalPlan.Randomized(LogicalPlan _, String column, long _) -> "random numbers as " + column;
            case LogicalPlan.Join join ->
                join.kind().label() + " join on " + join.keys()
                        + join.condition()
                                .map(expr -> " where " + expr.outputName())
                                .orElse("");
            case LogicalPlan.AsofJoin join ->
                join.kind().label() + " as-of join on " + join.keys() + " nearest " + join.nearest();
            case LogicalPlan.Values(var table) -> "rows " + table.rowCount();
        };
        return own.strip()
                + plan.inputs().stream().map(input -> "\n" + of(input)).collect(Collectors.joining());
    }

    private static String list(List<Expr> exprs) {
        return exprs.stream().map(PlanText::text).collect(Collectors.joining(", "));
    }

    private static String text(Expr expr) {
        String inner = expr.unaliased().outputName();
        return inner.equals(expr.outputName()) ? inner : inner + " as " + expr.outputName();
    }
}
