package dev.sheaf.plan.physical;

import dev.sheaf.expr.Conjuncts;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `row_number() over (partition by k order by v) <= count`, which needs no sort: of each partition only the
/// first rows have to be kept. `others` are the conditions that were AND-ed with it.
record GroupTopNPattern(LogicalPlan input, WindowCall call, int count, List<Expr> others) {
    /// Up to so many rows a partition, keeping them in order as they come beats sorting.
    private static final int MAX_COUNT = 1000;

    static Optional<GroupTopNPattern> in(LogicalPlan.Filter filter) {
        if (!(filter.input() instanceof LogicalPlan.Window(LogicalPlan input, List<WindowCall> calls)
                && calls.size() == 1
                && calls.getFirst().function() instanceof WindowFunction.RowNumber)) {
            return Optional.empty();
        }
        WindowCall call = calls.getFirst();
        List<Expr> others = new ArrayList<>();
        int count = Integer.MAX_VALUE;
        for (Expr part : Conjuncts.split(filter.condition())) {
            OptionalInt bound = bound(part, call.name());
            count = Math.min(count, bound.orElse(Integer.MAX_VALUE));
            if (bound.isEmpty()) {
                others.add(part);
            }
        }
        return count > MAX_COUNT ? Optional.empty() : Optional.of(new GroupTopNPattern(input, call, count, others));
    }

    /// The n of `name <= n`, `name < n + 1` or `name = 1`, written either way round.
    private static OptionalInt bound(Expr condition, String name) {
        if (!(condition instanceof Expr.Call(Function function, List<Expr> arguments) && arguments.size() == 2)) {
            return OptionalInt.empty();
        }
        Expr left = arguments.getFirst();
        Expr right = arguments.getLast();
        if (isColumn(left, name)) {
            return bound(function, right);
        }
        return isColumn(right, name) ? bound(mirrored(function), left) : OptionalInt.empty();
    }

    private static boolean isColumn(Expr expr, String name) {
        return expr instanceof Expr.ColumnRef(String column) && column.equals(name);
    }

    private static OptionalInt bound(Function function, Expr limit) {
        if (!(limit instanceof Expr.Literal(Number number, var type) && type.isInteger())) {
            return OptionalInt.empty();
        }
        int value = Math.clamp(number.longValue(), 0, Integer.MAX_VALUE);
        return switch (function) {
            case LESS_OR_EQUAL -> OptionalInt.of(value);
            case LESS -> OptionalInt.of(Math.max(0, value - 1));
            case EQUAL -> value == 1 ? OptionalInt.of(1) : OptionalInt.empty();
            default -> OptionalInt.empty();
        };
    }

    private static Function mirrored(Function function) {
        return switch (function) {
            case GREATER -> Function.LESS;
            case GREATER_OR_EQUAL -> Function.LESS_OR_EQUAL;
            case EQUAL -> Function.EQUAL;
            default -> Function.NOT;
        };
    }
}
