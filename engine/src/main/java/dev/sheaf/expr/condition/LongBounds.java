package dev.sheaf.expr.condition;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.load.ConstantNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A comparison of a whole number, decimal or moment of up to 64 bits with a constant, as the range that it keeps.
///
/// Ranges of one expression under an AND become one: `a >= 1 and a < 5` is computed in one pass.
public record LongBounds(BoundExpr input, long least, long most) {

    /// The bounds that a condition stands for, if it is such a comparison other than `<>`.
    public static Optional<LongBounds> of(BoundExpr condition) {
        if (!(condition instanceof BoundExpr.Call call)
                || !isComparison(call.function())
                || !isLongs(call.argument(0))) {
            return Optional.empty();
        }
        if (call.argument(1) instanceof BoundExpr.Constant constant && constant.value() != null) {
            return of(call.function(), call.argument(0), ConstantNode.rawLong(constant));
        }
        if (call.argument(0) instanceof BoundExpr.Constant constant && constant.value() != null) {
            return of(call.function().mirrored(), call.argument(1), ConstantNode.rawLong(constant));
        }
        return Optional.empty();
    }

    private static boolean isComparison(Function function) {
        return switch (function) {
            case EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    /// uint64 has another order, and constants with constants are folded.
    private static boolean isLongs(BoundExpr expr) {
        DataType type = expr.type();
        Layout layout = type.layout();
        return layout.isWhole() && layout != Layout.INT128 && !type.equals(DataType.UINT64);
    }

    private static Optional<LongBounds> of(Function function, BoundExpr input, long constant) {
        return switch (function) {
            case EQUAL -> Optional.of(new LongBounds(input, constant, constant));
            case LESS_OR_EQUAL -> Optional.of(new LongBounds(input, Long.MIN_VALUE, constant));
            case GREATER_OR_EQUAL -> Optional.of(new LongBounds(input, constant, Long.MAX_VALUE));
            case LESS ->
                constant == Long.MIN_VALUE
                        ? Optional.empty()
                        : Optional.of(new LongBounds(input, Long.MIN_VALUE, constant - 1));
            case GREATER ->
                constant == Long.MAX_VALUE
                        ? Optional.empty()
                        : Optional.of(new LongBounds(input, constant + 1, Long.MAX_VALUE));
            default -> throw new AssertionError(function);
        };
    }

    private LongBounds and(LongBounds other) {
        return new LongBounds(input, Math.max(least, other.least), Math.min(most, other.most));
    }

    /// Makes something of each condition of an AND, in order, where ranges of one expression count as one that
    /// stands where the first of them stood.
    public static <T> List<T> joined(
            List<BoundExpr> conditions,
            java.util.function.Function<LongBounds, T> ofRange,
            java.util.function.Function<BoundExpr, T> ofOther) {
        Map<BoundExpr, LongBounds> ranges = new HashMap<>();
        conditions.forEach(
                condition -> of(condition).ifPresent(bounds -> ranges.merge(bounds.input(), bounds, LongBounds::and)));
        List<T> parts = new ArrayList<>();
        for (BoundExpr condition : conditions) {
            Optional<LongBounds> bounds = of(condition);
            if (bounds.isEmpty()) {
                parts.add(ofOther.apply(condition));
                continue;
            }
            LongBounds range = ranges.remove(bounds.get().input());
            if (range != null) {
                parts.add(ofRange.apply(range));
            }
        }
        return parts;
    }
}
