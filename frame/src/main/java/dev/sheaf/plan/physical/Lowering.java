package dev.sheaf.plan.physical;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.JoinChecks;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.Nearest;
import dev.sheaf.plan.PlanSchemas;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.rules.GroupDistinct;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Chooses an operator for each node of a logical plan, and one operator for nodes that are cheaper together:
/// a filter under a group-by travels inside its request, a sort under a limit keeps only what the limit lets
/// through, a condition on a row number keeps only the first rows of each partition.
public final class Lowering {
    /// Above so many rows a top-n would sort about as much as a sort does.
    static final long MAX_TOP_N = 1 << 20;

    private Lowering() {}

    /// What runs a plan gives the columns of the plan, whose schema is known.
    public static PhysicalPlan lower(LogicalPlan plan) {
        PhysicalPlan lowered = operator(plan);
        PlanSchemas.of(lowered, plan::schema);
        return lowered;
    }

    private static PhysicalPlan operator(LogicalPlan plan) {
        return switch (plan) {
            case LogicalPlan.Scan(var dataset, List<String> columns, Optional<Expr> filter) ->
                new PhysicalPlan.Read(dataset, new Scan(columns, filter));
            case LogicalPlan.Values(var table) ->
                new PhysicalPlan.Read(
                        new TableDataset(table), Scan.of(table.schema().names()));
            case LogicalPlan.Filter filter -> filter(filter);
            case LogicalPlan.Project project -> project(project);
            case LogicalPlan.Aggregate aggregate -> aggregate(aggregate);
            case LogicalPlan.Window(LogicalPlan input, List<WindowCall> calls) ->
                new PhysicalPlan.Window(lower(input), calls);
            case LogicalPlan.Sort(LogicalPlan input, List<SortKey> keys) -> new PhysicalPlan.Sort(lower(input), keys);
            case LogicalPlan.Limit limit -> limit(limit);
            case LogicalPlan.Distinct distinct -> aggregate(GroupDistinct.groups(distinct));
            case LogicalPlan.Unnest(LogicalPlan input, String column) -> new PhysicalPlan.Unnest(lower(input), column);
            case LogicalPlan.Randomized(LogicalPlan input, String column, long seed) ->
                new PhysicalPlan.Randomized(lower(input), column, seed);
            case LogicalPlan.Join join -> join(join);
            case LogicalPlan.AsofJoin join -> asof(join);
        };
    }

    private static PhysicalPlan filter(LogicalPlan.Filter filter) {
        List<String> columns = filter.schema().names();
        Optional<GroupTopNPattern> pattern = GroupTopNPattern.in(filter);
        if (pattern.isEmpty()) {
            return new PhysicalPlan.Filter(lower(filter.input()), filter.condition(), columns);
        }
        GroupTopNPattern top = pattern.get();
        PhysicalPlan rows = new PhysicalPlan.GroupTopN(lower(top.input()), top.call(), top.count());
        return top.others().isEmpty()
                ? rows
                : new PhysicalPlan.Filter(rows, Conjuncts.join(top.others()).orElseThrow(), columns);
    }

    /// A filter or join gathers no columns but those that a projection reads, in its order where it only picks.
    private static PhysicalPlan project(LogicalPlan.Project project) {
        PhysicalPlan input = lower(project.input());
        boolean picks = project.expressions().stream().allMatch(Expr.ColumnRef.class::isInstance);
        if (picks && input instanceof PhysicalPlan.Filter(PhysicalPlan below, Expr condition, List<String> _)) {
            return new PhysicalPlan.Filter(below, condition, project.schema().names());
        }
        PhysicalPlan picked = LateMaterialization.of(input, ExprWalker.columns(project.expressions()));
        return picks && picked.schema().names().equals(project.schema().names())
                ? picked
                : new PhysicalPlan.Project(picked, project.expressions());
    }

    /// A right join is a left one with its sides exchanged and its columns put back.
    private static PhysicalPlan join(LogicalPlan.Join join) {
        PhysicalPlan left = lower(join.left());
        PhysicalPlan right = lower(join.right());
        List<JoinKey> keys = join.keys().stream()
                .map(key -> JoinChecks.typed(key, left.schema(), right.schema()))
                .toList();
        if (join.kind() != JoinKind.RIGHT) {
            return join(left, right, join.kind(), keys, join.condition());
        }
        List<JoinKey> exchanged = keys.stream()
                .map(key -> new JoinKey(key.right(), key.left(), key.nullSafe()))
                .toList();
        return new PhysicalPlan.Project(
                join(right, left, JoinKind.LEFT, exchanged, join.condition()),
                ExprWalker.references(join.schema().names()));
    }

    private static PhysicalPlan join(
            PhysicalPlan left, PhysicalPlan right, JoinKind kind, List<JoinKey> keys, Optional<Expr> condition) {
        List<String> columns =
                JoinChecks.schema(left.schema(), right.schema(), kind).names();
        return new PhysicalPlan.Join(left, right, kind, keys, condition, columns);
    }

    private static PhysicalPlan asof(LogicalPlan.AsofJoin join) {
        PhysicalPlan left = lower(join.left());
        PhysicalPlan right = lower(join.right());
        List<JoinKey> keys = join.keys().stream()
                .map(key -> JoinChecks.typed(key, left.schema(), right.schema()))
                .toList();
        Nearest nearest = join.nearest().of(JoinChecks.typed(join.nearest().key(), left.schema(), right.schema()));
        return new PhysicalPlan.AsofJoin(left, right, join.kind(), keys, nearest);
    }

    private static PhysicalPlan aggregate(LogicalPlan.Aggregate aggregate) {
        LogicalPlan input = aggregate.input();
        Optional<Expr> condition = Optional.empty();
        if (input instanceof LogicalPlan.Filter filter
                && GroupTopNPattern.in(filter).isEmpty()) {
            condition = Optional.of(filter.condition());
            input = filter.input();
        }
        Set<String> read = new HashSet<>(ExprWalker.columns(aggregate.keys()));
        read.addAll(ExprWalker.columns(aggregate.aggregates()));
        condition.ifPresent(each -> read.addAll(ExprColumns.of(each)));
        PhysicalPlan below = LateMaterialization.of(lower(input), read);
        return new PhysicalPlan.GroupBy(
                below,
                new GroupByRequest(
                        below.schema(), condition, aggregate.keys(), aggregate.aggregates(), aggregate.options()));
    }

    private static PhysicalPlan limit(LogicalPlan.Limit limit) {
        if (limit.count() == 0) {
            return new PhysicalPlan.Empty(limit.schema());
        }
        if (limit.input() instanceof LogicalPlan.Sort(LogicalPlan input, List<SortKey> keys)
                && limit.offset() <= MAX_TOP_N
                && limit.count() <= MAX_TOP_N) {
            return topN(input, keys, limit);
        }
        return new PhysicalPlan.Limit(lower(limit.input()), limit.offset(), limit.count());
    }

    /// Expressions are computed for the first rows alone, as under any limit, but for what the rows are sorted by. A
    /// function to be called once a row is called in their order before, as without a limit.
    private static PhysicalPlan topN(LogicalPlan input, List<SortKey> keys, LogicalPlan.Limit limit) {
        return input instanceof LogicalPlan.Project project
                        && !ExprWalker.isDeep(project.expressions())
                        && !ExprWalker.holdsOnce(project.expressions())
                ? topNBelow(project, keys, limit)
                : topN(lower(input), keys, limit);
    }

    private static PhysicalPlan topN(PhysicalPlan rows, List<SortKey> keys, LogicalPlan.Limit limit) {
        return new PhysicalPlan.TopN(rows, keys, limit.offset(), limit.count());
    }

    private static PhysicalPlan topNBelow(LogicalPlan.Project project, List<SortKey> keys, LogicalPlan.Limit limit) {
        Map<String, Expr> definitions = ExprWalker.definitions(project.expressions());
        UnaryOperator<Expr> substituted = ExprWalker.substitution(definitions);
        List<SortKey> computed = keys.stream()
                .map(key -> new SortKey(substituted.apply(key.expr()), key.direction()))
                .toList();
        PhysicalPlan rows = LateMaterialization.of(lower(project.input()), ExprColumns.of(project.expressions()));
        return new PhysicalPlan.Project(topN(rows, computed, limit), project.expressions());
    }
}
