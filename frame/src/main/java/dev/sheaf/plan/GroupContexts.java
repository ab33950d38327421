package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Plans a group-by whose results may be lists and hold aggregations inside others, as the contexts of
/// Polars have them.
///
/// A result that reads columns of rows outside of aggregations is the list of its values, row by row:
/// `col("v").minus(mean("v"))`. An aggregation inside another, or inside a list, is that of the group:
/// `count().filter(col("v").gt(mean("v")))`. These become aggregates of whole partitions below the
/// group-by, which hold the rows in memory.
public final class GroupContexts {
    private final LogicalPlan input;
    private final List<Expr> keys;
    private final Set<Expr> keyExprs;
    private final Set<String> keyNames;
    private final Map<Expr, WindowCall> inner = new LinkedHashMap<>();

    private GroupContexts(LogicalPlan input, List<Expr> keys) {
        this.input = input;
        this.keys = keys;
        this.keyExprs = keys.stream().map(Expr::unaliased).collect(Collectors.toSet());
        this.keyNames = keys.stream().map(Expr::outputName).collect(Collectors.toSet());
    }

    /// As [GroupedSelect#plan], for results of groups.
    ///
    /// @throws IllegalArgumentException if aggregations are nested three deep, two result columns have one
    /// name, or an
    ///     expression does not fit the input
    public static LogicalPlan plan(LogicalPlan input, List<Expr> keys, List<Expr> results, GroupByOptions options) {
        GroupContexts contexts = new GroupContexts(input, keys);
        List<Expr> rewritten = results.stream().map(contexts::result).toList();
        LogicalPlan rows =
                contexts.inner.isEmpty() ? input : new LogicalPlan.Window(input, List.copyOf(contexts.inner.values()));
        return GroupedSelect.plan(rows, keys, rewritten, options);
    }

    private Expr result(Expr result) {
        Expr expr = result.unaliased();
        Expr rewritten = readsRows(expr) ? Expressions.collectList(ofRows(expr)) : ofGroups(expr);
        return ExprWalker.named(rewritten, result.outputName());
    }

    /// Whether an expression has a value for each row rather than for each group.
    private boolean readsRows(Expr expr) {
        if (expr instanceof Expr.Aggregate || keyExprs.contains(expr)) {
            return false;
        }
        return expr instanceof Expr.ColumnRef(String name)
                ? !keyNames.contains(name)
                : expr.children().stream().anyMatch(this::readsRows);
    }

    /// With what aggregations read taken row by row; one whose argument is a single value of the group
    /// stays, to be refused.
    private Expr ofGroups(Expr expr) {
        if (!(expr instanceof Expr.Aggregate aggregate)) {
            return ExprRewrite.mapChildren(expr, this::ofGroups);
        }
        boolean ofOneValue = aggregate.arguments().stream()
                .anyMatch(argument -> ExprWalker.firstAggregate(argument).isPresent() && !readsRows(argument));
        return ofOneValue ? aggregate : ExprRewrite.mapChildren(aggregate, this::ofRows);
    }

    /// With each aggregation as a column of the rows.
    private Expr ofRows(Expr expr) {
        return ExprWalker.replace(
                expr,
                part -> part instanceof Expr.Aggregate aggregate
                        ? Optional.of(col(inner.computeIfAbsent(aggregate, _ -> call(aggregate))
                                .name()))
                        : Optional.empty());
    }

    private WindowCall call(Expr.Aggregate aggregate) {
        for (Expr child : aggregate.children()) {
            ExprWalker.firstAggregate(child).ifPresent(deeper -> {
                throw new IllegalArgumentException("aggregations are nested two deep at most: " + deeper.outputName()
                        + " stands inside " + aggregate.outputName() + ", which stands inside another");
            });
        }
        String name = "of group " + inner.size();
        while (input.schema().contains(name) || keyNames.contains(name)) {
            name = "#" + name;
        }
        return new WindowCall(name, new WindowFunction.Aggregated(aggregate), keys, List.of());
    }
}
