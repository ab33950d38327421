package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.query.Scan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The steps in which the condition of a scan is tested, so that columns are decoded only for rows that are left by
/// the steps before.
///
/// A step takes the next part of the condition, in the order that the planner gave the parts, with all further parts
/// that need no other column. Whoever scans tests the condition again, so that a batch may also be passed on whole:
/// that costs less where many rows are left, and where the condition fails on a value, which is the caller's to report.
///
/// Where a part may fail on a value, parts keep their order, and rows for which a part is null stay, as they do when
/// the condition is computed as a whole: whether the query fails must not hang on how many rows a batch leaves.
/// Thread-safe.
final class EarlyFilter {
    /// After a batch that keeps too many rows, so many batches are not tested: it is then likely in vain.
    private static final int PAUSE = 7;

    private final List<ConditionStep> steps;
    private final AtomicInteger paused = new AtomicInteger();

    private EarlyFilter(List<ConditionStep> steps) {
        this.steps = steps;
    }

    /// The filter of a scan that reads columns of `selected`; null if there is none, or nothing to decode after its
    /// only step.
    static @Nullable EarlyFilter of(Scan scan, Schema selected) {
        Expr condition = scan.filter().orElse(null);
        if (condition == null) {
            return null;
        }
        Set<String> names = ExprColumns.of(condition);
        if (names.isEmpty() || !selected.names().containsAll(names)) {
            return null;
        }
        List<ConditionStep> steps = steps(Conjuncts.split(condition), selected);
        boolean decidesNothing = steps.size() == 1 && names.size() == selected.size();
        return decidesNothing ? null : new EarlyFilter(steps);
    }

    private static List<ConditionStep> steps(List<Expr> parts, Schema selected) {
        List<ConditionStep> steps = new ArrayList<>();
        List<Expr> left = new ArrayList<>(parts);
        BitSet decoded = new BitSet();
        boolean mayFail = Failing.mayFail(parts, selected);
        while (!left.isEmpty()) {
            BitSet known = new BitSet();
            known.or(decoded);
            known.or(columns(left.getFirst(), selected));
            Predicate<Expr> isKnown = part -> isIn(known, columns(part, selected));
            List<Expr> tested =
                    (mayFail ? left.stream().takeWhile(isKnown) : left.stream().filter(isKnown)).toList();
            left.removeAll(tested);
            boolean keepsNulls = mayFail && !left.isEmpty();
            BitSet added = new BitSet();
            added.or(known);
            added.andNot(decoded);
            steps.add(step(added, tested, keepsNulls, selected));
            decoded = known;
        }
        return List.copyOf(steps);
    }

    private static boolean isIn(BitSet known, BitSet columns) {
        return columns.stream().allMatch(known::get);
    }

    private static BitSet columns(Expr part, Schema selected) {
        BitSet columns = new BitSet();
        ExprColumns.of(part).forEach(name -> columns.set(selected.indexOf(name)));
        return columns;
    }

    private static ConditionStep step(BitSet added, List<Expr> tested, boolean keepsNulls, Schema selected) {
        Expr joined = Conjuncts.join(tested).orElseThrow();
        Expr condition = keepsNulls ? new Expr.Call(Function.IS_NOT_FALSE, List.of(joined)) : joined;
        BitSet inputs = columns(condition, selected);
        Schema schema =
                selected.select(inputs.stream().mapToObj(selected.names()::get).toList());
        return new ConditionStep(added, inputs, schema, RowFilter.compile(condition, schema));
    }

    /// The steps of the next batch; none if it is to be passed on whole.
    List<ConditionStep> nextSteps() {
        boolean isWorthwhile = paused.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
        return isWorthwhile ? steps : List.of();
    }

    /// Takes note of a batch whose rows were all left to decode.
    void wasInVain() {
        paused.set(PAUSE);
    }
}
