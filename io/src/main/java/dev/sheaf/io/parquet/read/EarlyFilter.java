package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Schema;
import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Failing;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
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
/// A step takes the next part of the condition with all further parts that need no other column. Parts begin in the
/// order that the planner gave them and change it for what they are seen to take and to leave. Whoever scans tests the
/// condition again, so that a batch may also be passed on whole: that costs less where many rows are left, and where
/// the condition fails on a value, which is the caller's to report.
///
/// Where a part may fail on a value, parts keep their order, and rows for which a part is null stay, as they do when
/// the condition is computed as a whole: whether the query fails must not hang on how many rows a batch leaves.
/// Thread-safe.
final class EarlyFilter {
    /// After a batch that keeps too many rows, so many batches are not tested: it is then likely in vain.
    private static final int PAUSE = 7;

    private final Schema selected;
    private final boolean mayFail;
    private final AtomicInteger paused = new AtomicInteger();
    private List<ConditionPart> parts;
    private List<ConditionStep> steps;

    private EarlyFilter(List<ConditionPart> parts, boolean mayFail, Schema selected) {
        this.selected = selected;
        this.mayFail = mayFail;
        this.parts = parts;
        this.steps = steps();
    }

    /// The filter of a scan that reads columns of `selected`; null if there is nothing to decode after its only
    /// step.
    static @Nullable EarlyFilter of(Expr condition, Schema selected) {
        Set<String> names = ExprColumns.of(condition);
        if (names.isEmpty() || !selected.names().containsAll(names)) {
            return null;
        }
        List<Expr> conjuncts = Conjuncts.split(condition);
        List<ConditionPart> parts = conjuncts.stream()
                .map(part -> new ConditionPart(part, columns(part, selected)))
                .toList();
        EarlyFilter filter = new EarlyFilter(parts, Failing.mayFail(conjuncts, selected), selected);
        boolean decidesNothing = filter.steps.size() == 1 && names.size() == selected.size();
        return decidesNothing ? null : filter;
    }

    private static BitSet columns(Expr part, Schema selected) {
        BitSet columns = new BitSet();
        ExprColumns.of(part).forEach(name -> columns.set(selected.indexOf(name)));
        return columns;
    }

    private List<ConditionStep> steps() {
        List<ConditionStep> made = new ArrayList<>();
        List<ConditionPart> left = new ArrayList<>(parts);
        BitSet decoded = new BitSet();
        while (!left.isEmpty()) {
            BitSet known = new BitSet();
            known.or(decoded);
            known.or(left.getFirst().columns());
            Predicate<ConditionPart> isKnown = part -> part.readsOnly(known);
            List<ConditionPart> tested =
                    (mayFail ? left.stream().takeWhile(isKnown) : left.stream().filter(isKnown)).toList();
            left.removeAll(tested);
            boolean keepsNulls = mayFail && !left.isEmpty();
            BitSet added = new BitSet();
            added.or(known);
            added.andNot(decoded);
            made.add(step(added, tested, keepsNulls));
            decoded = known;
        }
        return List.copyOf(made);
    }

    private ConditionStep step(BitSet added, List<ConditionPart> tested, boolean keepsNulls) {
        Expr joined = Conjuncts.join(
                        tested.stream().map(ConditionPart::condition).toList())
                .orElseThrow();
        Expr condition = keepsNulls ? new Expr.Call(Function.IS_NOT_FALSE, List.of(joined)) : joined;
        BitSet inputs = columns(condition, selected);
        Schema schema =
                selected.select(inputs.stream().mapToObj(selected.names()::get).toList());
        return new ConditionStep(tested, added, inputs, schema, RowFilter.compile(condition, schema));
    }

    /// The steps of the next batch; none if it is to be passed on whole.
    List<ConditionStep> nextSteps() {
        boolean isWorthwhile = paused.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
        return isWorthwhile ? ordered() : List.of();
    }

    /// Whether some step leaves no row of a row group, as dictionaries tell that have all values of a column.
    ///
    /// Where a part may fail on a value, only the first step is asked: those after it are not reached by all rows.
    boolean leavesNone(List<ColumnReader> readers, long rows, MemoryPool pool) {
        List<ConditionStep> asked = ordered();
        return (mayFail ? asked.subList(0, 1) : asked).stream().anyMatch(step -> step.leavesNone(readers, rows, pool));
    }

    private synchronized List<ConditionStep> ordered() {
        List<ConditionPart> ordered = mayFail ? parts : ConditionPart.ordered(parts);
        if (!ordered.equals(parts)) {
            parts = ordered;
            steps = steps();
        }
        return steps;
    }

    /// Takes note of a batch whose rows were all left to decode.
    void wasInVain() {
        paused.set(PAUSE);
    }
}
