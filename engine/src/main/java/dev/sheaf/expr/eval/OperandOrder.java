package dev.sheaf.expr.eval;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.bind.BoundColumns;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Failing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// The order in which the operands of an AND or OR are computed: what costs little first, since an operand is computed
/// only for the rows that those before it leave open. `url = 'x' and units is null` looks at a url only where there
/// are no units.
///
/// An operand that may raise an error keeps its place, and no other passes it: those before it may be its guards.
/// Costs are about nanoseconds a row, known by types alone.
final class OperandOrder {
    private static final int TEXT_COLUMN = 2;
    private static final int TEXT_COMPARISON = 8;
    private static final int TEXT_SET = 16;
    private static final int TEXT_FUNCTION = 32;
    private static final int WIDE = 4;
    private static final int NESTED = 128;

    private final Set<Integer> encoded;

    /// Over batches whose columns at `encoded` are dictionaries.
    OperandOrder(Set<Integer> encoded) {
        this.encoded = encoded;
    }

    /// The operands, each once.
    List<BoundExpr> of(List<BoundExpr> operands) {
        List<BoundExpr> ordered = new ArrayList<>();
        List<BoundExpr> free = new ArrayList<>();
        for (BoundExpr operand : operands) {
            if (Failing.mayFail(operand)) {
                flush(free, ordered);
                ordered.add(operand);
            } else {
                free.add(operand);
            }
        }
        flush(free, ordered);
        return ordered;
    }

    private void flush(List<BoundExpr> free, List<BoundExpr> ordered) {
        free.stream().sorted(Comparator.comparingInt(this::cost)).forEach(ordered::add);
        free.clear();
    }

    private int cost(BoundExpr expr) {
        boolean isPerEntry = !encoded.isEmpty()
                && BoundColumns.only(expr)
                        .map(column -> encoded.contains(column.index()))
                        .orElse(false);
        return isPerEntry ? 1 : costOfRow(expr);
    }

    private int costOfRow(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Constant _ -> 0;
            case BoundExpr.Column column -> isText(column) ? TEXT_COLUMN : 1;
            case BoundExpr.Call call -> costOf(call);
            case BoundExpr.Cast cast -> below(cast, isText(cast) || isText(cast.input()) ? TEXT_FUNCTION : step(cast));
            case BoundExpr.In in -> costOfRow(in.input()) + (isText(in.input()) ? TEXT_SET : WIDE);
            case BoundExpr.Case branches -> below(branches, 1);
            case BoundExpr.Lambda _, BoundExpr.Applied _ -> NESTED;
        };
    }

    private int costOf(BoundExpr.Call call) {
        return switch (call.function()) {
            case IS_NULL, IS_NOT_NULL -> call.argument(0) instanceof BoundExpr.Column ? 0 : below(call, 0);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                below(call, isText(call.argument(0)) ? TEXT_COMPARISON : step(call.argument(0)));
            default ->
                below(call, call.children().stream().anyMatch(OperandOrder::isText) ? TEXT_FUNCTION : step(call));
        };
    }

    /// What the parts of an expression cost, and the step from them.
    private int below(BoundExpr expr, int step) {
        long all = step;
        for (BoundExpr child : expr.children()) {
            all += cost(child);
        }
        return (int) Math.min(all, Integer.MAX_VALUE);
    }

    private static int step(BoundExpr expr) {
        DataType type = expr.type();
        return type.layout() == Layout.INT128 || type.isTemporal() ? WIDE : 1;
    }

    private static boolean isText(BoundExpr expr) {
        return expr.type().layout() == Layout.VARIABLE;
    }
}
