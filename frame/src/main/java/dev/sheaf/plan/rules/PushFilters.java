package dev.sheaf.plan.rules;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.expr.bind.OperandOrder;
import dev.sheaf.plan.ExprWalker;
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
import dev.sheaf.plan.WindowCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Moves conditions towards the scan, one AND-ed part at a time, so that rows are dropped early; a scan gets
/// what arrives as its pruning hint.
///
/// A condition does not pass a projection that computes what it reads more than once: it would be computed once for
/// each time, and over a chain of such projections the condition would double with each. Nor does it pass one that
/// computes by deep expressions, nor is a column written out in it that each row is to have computed once.
///
/// A condition that may raise an error does not overtake the conditions before it, nor join them: they may
/// guard it.
final class PushFilters implements Rule {

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        return Rule.topDown(plan, node -> node instanceof Filter filter ? push(filter) : node);
    }

    private static LogicalPlan push(Filter upper) {
        Filter filter = merged(upper);
        List<Expr> parts = Conjuncts.split(filter.condition());
        return switch (filter.input()) {
            case Filter _ -> filter;
            case Project project -> {
                Map<String, Expr> definitions = ExprWalker.definitions(project.expressions());
                boolean deep = ExprWalker.isDeep(project.expressions());
                boolean once = ExprWalker.holdsOnce(project.expressions());
                yield split(
                        project,
                        parts,
                        part -> !deep
                                && !ExprWalker.repeatsWork(List.of(part), definitions)
                                && !(once && ExprWalker.readsOnce(List.of(part), definitions)),
                        ExprWalker.substitution(definitions));
            }
            case Aggregate aggregate -> pushIntoGroups(aggregate, parts);
            case Sort sort -> sort.over(push(new Filter(sort.input(), filter.condition())));
            case Window window -> {
                Set<String> keys = commonPartitionColumns(window);
                yield split(window, parts, part -> keys.containsAll(ExprColumns.of(part)), part -> part);
            }
            case Unnest unnest ->
                split(unnest, parts, part -> !ExprColumns.of(part).contains(unnest.column()), part -> part);
            case Scan scan -> {
                List<Expr> ordered = OperandOrder.of(parts, scan.schema());
                Scan hinted = withHint(scan, ordered);
                yield ordered.equals(parts) ? Rule.over(filter, hinted) : new Filter(hinted, joined(ordered));
            }
            case AsofJoin join -> {
                Set<String> left = Set.copyOf(join.left().schema().names());
                Failing failing = Failing.over(join.schema());
                yield split(
                        join,
                        parts,
                        part -> left.containsAll(ExprColumns.of(part)) && !failing.mayFail(part),
                        part -> part);
            }
            case Join join -> FiltersOverJoins.push(join, parts, PushFilters::push);
            case Distinct _, Limit _, Values _, Randomized _ -> filter;
        };
    }

    /// The filter with those right below it, up to the first that must not be joined since one above it may fail.
    private static Filter merged(Filter upper) {
        List<Expr> conditions = new ArrayList<>(List.of(upper.condition()));
        LogicalPlan input = upper.input();
        while (input instanceof Filter(LogicalPlan below, Expr condition)
                && !ExprWalker.mayFail(conditions.getLast(), upper.schema())) {
            conditions.add(condition);
            input = below;
        }
        return conditions.size() == 1 ? upper : new Filter(input, joined(parts(conditions.reversed())));
    }

    private static List<Expr> parts(List<Expr> conditions) {
        return conditions.stream()
                .flatMap(condition -> Conjuncts.split(condition).stream())
                .distinct()
                .toList();
    }

    /// A condition on keys drops whole groups. Without keys there is one group that no condition drops.
    private static LogicalPlan pushIntoGroups(Aggregate aggregate, List<Expr> parts) {
        Map<String, Expr> keys = ExprWalker.definitions(aggregate.keys());
        return split(
                aggregate,
                parts,
                part -> !keys.isEmpty() && keys.keySet().containsAll(ExprColumns.of(part)),
                ExprWalker.substitution(keys));
    }

    /// The columns by which every call partitions: a condition on them keeps or drops whole partitions.
    private static Set<String> commonPartitionColumns(Window window) {
        Set<String> common = new HashSet<>(window.input().schema().names());
        for (WindowCall call : window.calls()) {
            Set<String> columns = new HashSet<>();
            call.partitionBy().forEach(key -> {
                if (key.unaliased() instanceof Expr.ColumnRef(String name)) {
                    columns.add(name);
                }
            });
            common.retainAll(columns);
        }
        return common;
    }

    /// The parts that may pass `node` below it, rewritten; the others above.
    private static LogicalPlan split(
            LogicalPlan node, List<Expr> parts, Predicate<Expr> passes, UnaryOperator<Expr> rewrite) {
        Failing failing = Failing.over(node.schema());
        List<Expr> below = new ArrayList<>();
        List<Expr> above = new ArrayList<>();
        for (Expr part : parts) {
            boolean guarded = !above.isEmpty() && failing.mayFail(part);
            (passes.test(part) && !guarded ? below : above).add(part);
        }
        List<LogicalPlan> inputs = new ArrayList<>(node.inputs());
        if (!below.isEmpty()) {
            List<Expr> rewritten = below.stream().map(rewrite).toList();
            inputs.set(0, push(new Filter(inputs.getFirst(), joined(rewritten))));
        }
        LogicalPlan lower = below.isEmpty() ? node : node.over(inputs);
        return above.isEmpty() ? lower : new Filter(lower, joined(above));
    }

    private static Scan withHint(Scan scan, List<Expr> parts) {
        Set<Expr> hints = new LinkedHashSet<>();
        scan.filter().ifPresent(hint -> hints.addAll(Conjuncts.split(hint)));
        boolean isNew = hints.addAll(parts);
        return isNew ? new Scan(scan.dataset(), scan.columns(), Conjuncts.join(List.copyOf(hints))) : scan;
    }

    private static Expr joined(List<Expr> parts) {
        return Conjuncts.join(parts).orElseThrow();
    }
}
