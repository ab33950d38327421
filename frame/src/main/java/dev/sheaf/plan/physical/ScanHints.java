package dev.sheaf.plan.physical;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.JoinKind;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.physical.join.BuildTable;
import dev.sheaf.plan.physical.join.JoinShape;
import dev.sheaf.plan.physical.join.KeyBounds;
import dev.sheaf.plan.physical.join.KeyFilter;
import dev.sheaf.plan.physical.join.PartnerStep;
import dev.sheaf.plan.physical.rows.BatchStep;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.TableDataset;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What scans learn of operators above them. Below a join that are the keys of its other side, once they are
/// known: rows without a partner may be left out there. Below an operator that looks for the first rows it is
/// the key by which it does.
///
/// A scan of the left side gets a condition, between the least and the greatest right key, by which its source
/// skips what it can. Where joins or groups lie between, a filter of all keys drops rows below them. The join
/// still decides.
final class ScanHints {
    /// Rows of a table in memory, at least, for each key whose range is found out.
    private static final int SCANNED_PER_KEY = 16;

    /// The condition, so far, of the rows from one on that are wanted, in words of their first key.
    @FunctionalInterface
    private interface Wanted {
        Optional<Expr> from(long row, Expr key);
    }

    private static final Wanted NOTHING_KNOWN = (_, _) -> Optional.empty();

    private final QueryContext context;
    private final Map<PhysicalPlan, Expr> conditions = new IdentityHashMap<>();
    private final Map<PhysicalPlan, List<BatchStep>> steps = new IdentityHashMap<>();
    private final Map<PhysicalPlan, Scan.Lead> leads = new IdentityHashMap<>();

    ScanHints(QueryContext context) {
        this.context = context;
    }

    /// Takes the keys of the right side of a join that gives only rows with partners. The table is to be open
    /// as long as rows of the left side are pulled.
    void addRight(PhysicalPlan.Join join, BuildTable build, JoinShape shape) {
        if (join.kind() != JoinKind.INNER && join.kind() != JoinKind.SEMI) {
            return;
        }
        KeyBounds bounds = new KeyBounds(build, shape);
        for (int key = 0; key < join.keys().size(); key++) {
            JoinKey each = join.keys().get(key);
            if (!each.nullSafe()) {
                int number = key;
                KeyPlace.below(join.left(), List.of(each), JoinKey::left)
                        .filter(place -> place.plan() instanceof PhysicalPlan.Read(var dataset, Scan _)
                                && isCheap(build, dataset))
                        .ifPresent(place -> bounds.of(number).ifPresent(range -> add(place, range)));
            }
        }
        KeyPlace.dropping(join.left(), join.keys(), JoinKey::left)
                .filter(place -> (place.saves() || (place.isPicking() && build.isByNumber()))
                        && isReduced(join.right())
                        && pays(place, build.rows().rowCount()))
                .ifPresent(place -> add(place, build.filter(context)));
    }

    /// Whether a pass over the keys is short beside a scan. One that decodes what it reads takes long for its
    /// rows.
    private static boolean isCheap(BuildTable build, Dataset scanned) {
        return !(scanned instanceof TableDataset rows)
                || build.rows().rowCount() <= rows.table().rowCount() / SCANNED_PER_KEY;
    }

    /// Whether something leaves out rows of a plan; all rows of a table have partners more often than not.
    private boolean isReduced(PhysicalPlan plan) {
        return steps.containsKey(plan)
                || switch (plan) {
                    case PhysicalPlan.Filter _,
                            PhysicalPlan.Limit _,
                            PhysicalPlan.TopN _,
                            PhysicalPlan.GroupTopN _,
                            PhysicalPlan.Empty _ -> true;
                    case PhysicalPlan.Read _ -> false;
                    case PhysicalPlan.Project project -> isReduced(project.input());
                    case PhysicalPlan.GroupBy group -> group.request().filter().isPresent() || isReduced(group.input());
                    case PhysicalPlan.Join join ->
                        join.kind() == JoinKind.SEMI
                                || join.kind() == JoinKind.ANTI
                                || isReduced(join.left())
                                || (join.kind() == JoinKind.INNER && isReduced(join.right()));
                    case PhysicalPlan.Sort sort -> isReduced(sort.input());
                    case PhysicalPlan.Window window -> isReduced(window.input());
                    case PhysicalPlan.Unnest _, PhysicalPlan.Randomized _, PhysicalPlan.AsofJoin _ -> true;
                };
    }

    /// Whether a filter of so many keys may drop rows of a place, as far as its rows are known, and fits.
    private boolean pays(KeyPlace place, long keys) {
        return PlanStats.of(place.plan()).rowCount().orElse(Long.MAX_VALUE) > keys && KeyFilter.fits(keys, context);
    }

    private void add(KeyPlace place, KeyBounds.Range range) {
        Expr column = col(place.names().getFirst());
        Expr condition = column.ge(range.least()).and(column.le(range.greatest()));
        conditions.merge(place.plan(), condition, Expr::and);
    }

    /// Takes the keys that one side of a join has, for a place on the other one. The filter is to be open as
    /// long as rows of that side are pulled.
    void add(KeyPlace place, KeyFilter filter) {
        add(place.plan(), new PartnerStep(place.names(), filter));
        context.decided(new Decision(
                "join",
                "rows without a partner are left out early",
                "the keys " + String.join(", ", place.names()) + " of one side are known before the other is read",
                List.of()));
    }

    private void add(PhysicalPlan plan, BatchStep step) {
        steps.computeIfAbsent(plan, _ -> new ArrayList<>()).add(step);
    }

    /// Takes what an operator that looks for the first rows leaves out. Where its first key is a column of a
    /// scan below filters and projections, the scan gives those that come first soonest, and leaves out others;
    /// where it is one of the left side of a join, rows are left out before they are joined.
    /// If something may fail on a row it leaves out none: whether a query fails must not depend on the limit.
    void addLead(PhysicalPlan.TopN top, TopBound bound) {
        SortKey first = top.keys().getFirst();
        if (Failing.mayFail(
                top.keys().stream().map(SortKey::expr).toList(), top.input().schema())) {
            addLead(top.input(), first.expr(), first.direction(), NOTHING_KNOWN);
        } else {
            addLead(top.input(), first.expr(), first.direction(), bound::wanted);
            KeyPlace.streaming(top.input(), first.expr())
                    .filter(KeyPlace::saves)
                    .ifPresent(place -> add(place, bound));
        }
    }

    private void add(KeyPlace place, TopBound bound) {
        int column = place.plan().schema().indexOf(place.names().getFirst());
        add(place.plan(), (batch, query) -> bound.within(batch.table(), column, query.pool()));
        context.decided(new Decision(
                "top-n",
                "rows behind the last are left out before a join",
                "the first key " + place.names().getFirst() + " is a column of its left side",
                List.of()));
    }

    private void addLead(PhysicalPlan plan, Expr key, SortDirection direction, Wanted wanted) {
        if (!(key.unaliased() instanceof Expr.ColumnRef(String name))) {
            return;
        }
        switch (plan) {
            case PhysicalPlan.Filter filter ->
                addLead(
                        filter.input(),
                        key,
                        direction,
                        unlessFailing(wanted, List.of(filter.condition()), filter.input()));
            case PhysicalPlan.Project project ->
                project.expressions().stream()
                        .filter(expr -> expr.outputName().equals(name))
                        .forEach(expr -> addLead(
                                project.input(),
                                expr,
                                direction,
                                unlessFailing(wanted, project.expressions(), project.input())));
            case PhysicalPlan.Read read ->
                leads.put(read, new Scan.Lead(name, direction, row -> wanted.from(row, col(name))));
            default -> {}
        }
    }

    private static Wanted unlessFailing(Wanted wanted, List<Expr> expressions, PhysicalPlan input) {
        return Failing.mayFail(expressions, input.schema()) ? NOTHING_KNOWN : wanted;
    }

    /// The scan of a node with all that is known by now.
    Scan scan(PhysicalPlan.Read read) {
        List<Expr> all = new ArrayList<>();
        read.scan().filter().ifPresent(all::add);
        Optional.ofNullable(conditions.get(read)).ifPresent(all::add);
        return new Scan(read.scan().columns(), Conjuncts.join(all), Optional.ofNullable(leads.get(read)));
    }

    /// What tells which rows of a node have a partner; whoever takes it leaves out those that have none.
    List<PartnerStep> takePartners(PhysicalPlan plan) {
        List<BatchStep> all = steps.getOrDefault(plan, new ArrayList<>());
        List<PartnerStep> partners = all.stream()
                .filter(PartnerStep.class::isInstance)
                .map(PartnerStep.class::cast)
                .toList();
        all.removeAll(partners);
        return partners;
    }

    /// Whether rows of a node are left out.
    boolean dropsRows(PhysicalPlan plan) {
        return steps.containsKey(plan);
    }

    /// The rows of a node without those that are known to have no partner; takes over `source`.
    BatchSource kept(PhysicalPlan plan, BatchSource source) {
        BatchSource kept = source;
        for (BatchStep step : steps.getOrDefault(plan, List.of())) {
            kept = new SteppedSource(kept, kept.schema(), PlanStats.filtered(kept.stats()), step);
        }
        return kept;
    }
}
