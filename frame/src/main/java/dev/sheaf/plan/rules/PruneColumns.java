package dev.sheaf.plan.rules;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.AsofJoin;
import dev.sheaf.plan.LogicalPlan.Distinct;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Join;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Randomized;
import dev.sheaf.plan.LogicalPlan.Scan;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Unnest;
import dev.sheaf.plan.LogicalPlan.Values;
import dev.sheaf.plan.LogicalPlan.Window;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Leaves out columns that nothing above reads, down to the scan.
final class PruneColumns implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return prune(plan, Set.copyOf(plan.schema().names()));
    }

    /// The plan with only the columns `needed` of its result, in their order; the very same where all are needed.
    private static LogicalPlan prune(LogicalPlan plan, Set<String> needed) {
        return switch (plan) {
            case Scan(var dataset, List<String> columns, var filter) -> {
                List<String> kept = kept(columns, needed);
                yield kept.size() == columns.size() ? plan : new Scan(dataset, kept, filter);
            }
            case Filter(LogicalPlan input, Expr condition) ->
                only(needed, Rule.over(plan, prune(input, with(needed, ExprColumns.of(condition)))));
            case Project(LogicalPlan input, List<Expr> expressions) -> {
                List<Expr> kept = keptExprs(expressions, needed);
                LogicalPlan pruned = prune(input, ExprWalker.columns(kept));
                yield kept.size() == expressions.size() ? Rule.over(plan, pruned) : new Project(pruned, kept);
            }
            case Aggregate aggregate -> only(needed, pruneAggregate(aggregate, needed));
            case Window(LogicalPlan input, List<WindowCall> calls) -> {
                List<WindowCall> kept = calls.stream()
                        .filter(call -> needed.contains(call.name()))
                        .toList();
                Set<String> below = new LinkedHashSet<>(needed);
                calls.forEach(call -> below.remove(call.name()));
                kept.forEach(call -> below.addAll(ExprWalker.columns(expressions(call))));
                yield only(needed, new Window(prune(input, below), kept));
            }
            case Sort(LogicalPlan input, List<SortKey> keys) -> {
                List<Expr> read = keys.stream().map(SortKey::expr).toList();
                yield only(needed, Rule.over(plan, prune(input, with(needed, ExprWalker.columns(read)))));
            }
            case Limit limit -> Rule.over(limit, prune(limit.input(), needed));
            case Unnest(LogicalPlan input, String column) ->
                only(needed, Rule.over(plan, prune(input, with(needed, Set.of(column)))));
            case Randomized(LogicalPlan input, String column, long seed) -> {
                Set<String> below = new LinkedHashSet<>(needed);
                below.remove(column);
                LogicalPlan rows = prune(input, below);
                yield needed.contains(column) ? only(needed, new Randomized(rows, column, seed)) : rows;
            }
            case Distinct(LogicalPlan input) -> only(needed, Rule.over(plan, pruneNothing(input)));
            case Join join -> only(needed, pruneJoin(join, needed));
            case AsofJoin join -> only(needed, pruneAsof(join, needed));
            case Values _ -> only(needed, plan);
        };
    }

    private static LogicalPlan pruneNothing(LogicalPlan plan) {
        return prune(plan, Set.copyOf(plan.schema().names()));
    }

    /// Joins below joins give their keys up, too: what no operator reads above is gathered by none of them, and one
    /// projection above all joins names the columns once.
    private static LogicalPlan pruneJoin(Join join, Set<String> needed) {
        Set<String> read = new LinkedHashSet<>(needed);
        join.condition().ifPresent(condition -> read.addAll(ExprColumns.of(condition)));
        return Rule.over(
                join,
                pruneSide(join.left(), read, join.keys(), JoinKey::left),
                pruneSide(join.right(), read, join.keys(), JoinKey::right));
    }

    private static LogicalPlan pruneAsof(AsofJoin join, Set<String> needed) {
        List<JoinKey> keys = new ArrayList<>(join.keys());
        keys.add(join.nearest().key());
        return Rule.over(
                join,
                pruneSide(join.left(), needed, keys, JoinKey::left),
                pruneSide(join.right(), needed, keys, JoinKey::right));
    }

    private static LogicalPlan pruneSide(
            LogicalPlan side, Set<String> needed, List<JoinKey> keys, Function<JoinKey, Expr> own) {
        Set<String> read = new LinkedHashSet<>(kept(side.schema().names(), needed));
        keys.forEach(key -> read.addAll(ExprColumns.of(own.apply(key))));
        return side instanceof Join join ? pruneJoin(join, read) : prune(side, read);
    }

    /// Keys all stay, since they make the groups; one aggregate stays where there is no key, since a group-by
    /// needs a result.
    private static LogicalPlan pruneAggregate(Aggregate aggregate, Set<String> needed) {
        List<Expr> kept = keptExprs(aggregate.aggregates(), needed);
        if (kept.isEmpty() && aggregate.keys().isEmpty()) {
            kept = aggregate.aggregates().stream().limit(1).toList();
        }
        List<Expr> read = new ArrayList<>(aggregate.keys());
        read.addAll(kept);
        LogicalPlan input = prune(aggregate.input(), ExprWalker.columns(read));
        return kept.size() == aggregate.aggregates().size()
                ? Rule.over(aggregate, input)
                : new Aggregate(input, aggregate.keys(), kept, aggregate.options());
    }

    private static LogicalPlan only(Set<String> needed, LogicalPlan plan) {
        List<String> names = plan.schema().names();
        List<String> kept = kept(names, needed);
        return kept.equals(names) ? plan : new Project(plan, ExprWalker.references(kept));
    }

    private static List<String> kept(List<String> names, Set<String> needed) {
        return names.stream().filter(needed::contains).toList();
    }

    private static List<Expr> keptExprs(List<Expr> exprs, Set<String> needed) {
        return exprs.stream().filter(expr -> needed.contains(expr.outputName())).toList();
    }

    private static Set<String> with(Set<String> names, Set<String> more) {
        Set<String> both = new LinkedHashSet<>(names);
        both.addAll(more);
        return both;
    }

    private static List<Expr> expressions(WindowCall call) {
        List<Expr> read = new ArrayList<>(call.partitionBy());
        call.orderBy().forEach(key -> read.add(key.expr()));
        read.addAll(call.function().expressions());
        return read;
    }
}
