package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.bind.BoundSelect.Clauses;
import dev.sheaf.sql.rows.Unnesting;
import dev.sheaf.sql.tree.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What stands above WHERE, GROUP BY and HAVING: windows, QUALIFY, the columns of the result, DISTINCT, ORDER BY and
/// LIMIT.
final class SelectOutput {
    private final BoundSelect bound;
    private final Query.Select select;
    private final Clauses clauses;
    private final Rewrite below;
    private final List<String> carried;

    /// `below` makes expressions fit the rows or groups. `carried` columns of these are in the result, too, and
    /// everything is done for each combination of their values by itself.
    SelectOutput(BoundSelect bound, Rewrite below, List<String> carried) {
        this.bound = bound;
        this.select = bound.select();
        this.clauses = bound.clauses();
        this.below = below;
        this.carried = carried;
    }

    LogicalPlan over(LogicalPlan input) {
        Windowing windowing =
                new Windowing(clauses.context().calls(), answered(input), this::ofSelect, clauses.names(), carried);
        Rewrite rewrite = (expr, node) -> windowing.rewrite(below.apply(expr, node));
        LogicalPlan chosen = rewrite.filter(clauses, windowing.plan(), clauses.qualify());
        List<Expr> columns = columns(rewrite);
        LogicalPlan first = firstOfEach(chosen, rewrite);
        boolean byResult =
                clauses.orderBy().stream().allMatch(key -> key.result().isPresent());
        if (byResult && clauses.distinctOn().isEmpty()) {
            LogicalPlan result = distinct(unnest(Columns.over(first, columns)));
            return tail(result, sortKeys(key -> Expressions.col(key.result().orElseThrow())));
        }
        refuseHiddenOrder();
        List<SortKey> keys = sortKeys(key -> rewrite.apply(key.expr(), key.node()));
        return Columns.over(tail(first, keys), columns);
    }

    private LogicalPlan answered(LogicalPlan input) {
        return clauses.context().calls().questions().isEmpty()
                ? input
                : clauses.questions()
                        .answered(
                                input,
                                clauses.above().stream().map(this::ofSelect).toList(),
                                this::ofSelect);
    }

    private Expr ofSelect(Expr expr) {
        return below.apply(expr, select);
    }

    private List<Expr> columns(Rewrite rewrite) {
        List<Expr> columns = new ArrayList<>();
        clauses.items()
                .forEach(item -> columns.add(ExprWalker.named(rewrite.apply(item.expr(), item.node()), item.name())));
        columns.addAll(Columns.called(carried));
        return columns;
    }

    /// DISTINCT ON: of the rows with equal keys the first in the order of ORDER BY.
    private LogicalPlan firstOfEach(LogicalPlan plan, Rewrite rewrite) {
        if (clauses.distinctOn().isEmpty()) {
            return plan;
        }
        List<Expr> keys = new ArrayList<>(Columns.called(carried));
        clauses.distinctOn().forEach(key -> keys.add(rewrite.apply(key.expr(), key.node())));
        return Windowing.someRows(plan, keys, sortKeys(key -> rewrite.apply(key.expr(), key.node())), 0, 1);
    }

    /// ORDER BY and LIMIT, of rows of equal carried columns each.
    private LogicalPlan tail(LogicalPlan rows, List<SortKey> keys) {
        Tail tail = bound.tail();
        if (carried.isEmpty()) {
            return tail.limit(keys.isEmpty() ? rows : new LogicalPlan.Sort(rows, keys));
        }
        return tail.isLimited()
                ? Windowing.someRows(rows, Columns.called(carried), keys, tail.offset(), tail.count())
                : rows;
    }

    private List<SortKey> sortKeys(Function<OrderKeys.Key, Expr> by) {
        return clauses.orderBy().stream().map(key -> key.sortKey(by.apply(key))).toList();
    }

    private LogicalPlan distinct(LogicalPlan plan) {
        return select.distinct().distinct() ? new LogicalPlan.Distinct(plan) : plan;
    }

    private void refuseHiddenOrder() {
        Optional<SelectList.Item> unnested =
                clauses.items().stream().filter(SelectList.Item::isUnnested).findFirst();
        boolean isOn = !clauses.distinctOn().isEmpty();
        if (isOn && unnested.isPresent()) {
            throw clauses.context()
                    .origins()
                    .error(unnested.get().node(), "DISTINCT ON takes no unnest; use a sub-query");
        }
        if ((select.distinct().distinct() && !isOn) || unnested.isPresent()) {
            OrderKeys.Key hidden = clauses.orderBy().stream()
                    .filter(key -> key.result().isEmpty())
                    .findFirst()
                    .orElseThrow();
            String after = unnested.isPresent() ? "unnest" : "SELECT DISTINCT";
            throw clauses.context()
                    .origins()
                    .error(hidden.node(), "after " + after + ", ORDER BY takes result columns only");
        }
    }

    /// An element a row of the lists to unnest, side by side where there are several; null and empty
    /// lists give no row.
    private LogicalPlan unnest(LogicalPlan plan) {
        List<String> lists = clauses.items().stream()
                .filter(SelectList.Item::isUnnested)
                .map(SelectList.Item::name)
                .toList();
        return switch (lists.size()) {
            case 0 -> plan;
            case 1 -> Unnesting.of(plan, lists.getFirst());
            default -> Unnesting.sideBySide(plan, lists);
        };
    }
}
