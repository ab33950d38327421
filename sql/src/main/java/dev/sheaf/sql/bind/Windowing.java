package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.ExprWalker;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import dev.sheaf.sql.bind.scope.CallColumns;
import dev.sheaf.sql.join.UniqueNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The windows of one SELECT: their Window, and what expressions become that stand above it.
final class Windowing {
    private final LogicalPlan input;
    private final List<WindowCall> calls = new ArrayList<>();
    private final Map<Expr, Expr> columns = new HashMap<>();
    private final Map<Expr, Expr> rewritten = new IdentityHashMap<>();

    /// `below` makes an expression of the SELECT one over `input`; `preferred` holds the names that the SELECT
    /// list gives to expressions, `carried` columns by which every window is partitioned, too.
    Windowing(
            CallColumns calls,
            LogicalPlan input,
            UnaryOperator<Expr> below,
            Map<Expr, String> preferred,
            List<String> carried) {
        this.input = input;
        UniqueNames names = new UniqueNames(input.schema().names());
        calls.windows().forEach((name, draft) -> {
            Expr column = Expressions.col(name);
            String own = names.unique(preferred.getOrDefault(column, name));
            columns.put(column, Expressions.col(own));
            this.calls.add(new WindowCall(
                    own,
                    draft.function().map(below),
                    Stream.concat(
                                    carried.stream().<Expr>map(Expressions::col),
                                    draft.partitionBy().stream().map(below))
                            .toList(),
                    draft.orderBy().stream()
                            .map(key -> new SortKey(below.apply(key.expr()), key.direction()))
                            .toList()));
        });
    }

    /// Of the rows with equal keys those `offset` to `offset + count` in an order; input order if there is none.
    static LogicalPlan someRows(LogicalPlan input, List<Expr> keys, List<SortKey> order, long offset, long count) {
        String number = new UniqueNames(input.schema().names()).unique("row_number()");
        WindowCall call = new WindowCall(number, new WindowFunction.RowNumber(), keys, order);
        LogicalPlan numbered = new LogicalPlan.Window(input, List.of(call));
        Expr own = Expressions.col(number);
        if (offset == 0 && count == 1) {
            return new LogicalPlan.Filter(numbered, own.eq(1));
        }
        long last = count > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + count;
        return new LogicalPlan.Filter(numbered, own.gt(offset).and(own.le(last)));
    }

    LogicalPlan plan() {
        return calls.isEmpty() ? input : new LogicalPlan.Window(input, calls);
    }

    /// An expression over the input and the windows as one over the plan.
    Expr rewrite(Expr expr) {
        return ExprWalker.replace(expr, part -> Optional.ofNullable(columns.get(part)), rewritten);
    }
}
