package dev.sheaf.expr.fold;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds columns that AND-ed conditions ask to lie in a range that holds nothing, such as `x >= 5 and x < 3`: the
/// first lower bound of each column is compared with its upper bounds, and the first upper bound with its lower
/// ones.
///
/// Bounds are compared only where that says the same as comparing the column with each: of equal types, or all
/// exact.
final class EmptyRanges {
    private final Schema schema;
    private final Binder binder;
    private final Map<String, Bound> lower = new HashMap<>();
    private final Map<String, Bound> upper = new HashMap<>();

    private record Bound(Expr.Literal value, boolean strict) {}

    private EmptyRanges(Schema schema, Binder binder) {
        this.schema = schema;
        this.binder = binder;
    }

    /// A column whose values never fulfil all parts.
    static Optional<Expr> among(Iterable<Expr> parts, Schema schema, Binder binder) {
        EmptyRanges ranges = new EmptyRanges(schema, binder);
        for (Expr part : parts) {
            if (part instanceof Expr.Call call
                    && isBound(call)
                    && call.arguments().getFirst() instanceof Expr.ColumnRef column
                    && call.arguments().getLast() instanceof Expr.Literal value
                    && ranges.empties(call.function(), column, value)) {
                return Optional.of(column);
            }
        }
        return Optional.empty();
    }

    /// Whether a condition bounds a column by a literal, and so is null where the column is.
    static boolean isBound(Expr part, Expr column) {
        return part instanceof Expr.Call call
                && isBound(call)
                && call.arguments().getFirst().equals(column)
                && call.arguments().getLast() instanceof Expr.Literal;
    }

    private static boolean isBound(Expr.Call call) {
        return switch (call.function()) {
            case EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    private boolean empties(Function function, Expr.ColumnRef column, Expr.Literal value) {
        return switch (function) {
            case GREATER, GREATER_OR_EQUAL -> atLeast(column, new Bound(value, function == Function.GREATER));
            case LESS, LESS_OR_EQUAL -> atMost(column, new Bound(value, function == Function.LESS));
            case EQUAL -> atLeast(column, new Bound(value, false)) || atMost(column, new Bound(value, false));
            default -> false;
        };
    }

    private boolean atLeast(Expr.ColumnRef column, Bound bound) {
        lower.putIfAbsent(column.name(), bound);
        return isEmpty(column, bound, upper.get(column.name()));
    }

    private boolean atMost(Expr.ColumnRef column, Bound bound) {
        upper.putIfAbsent(column.name(), bound);
        return isEmpty(column, lower.get(column.name()), bound);
    }

    private boolean isEmpty(Expr.ColumnRef column, @Nullable Bound least, @Nullable Bound most) {
        if (least == null
                || most == null
                || !isComparable(column, least.value().type(), most.value().type())) {
            return false;
        }
        Function inside = least.strict() || most.strict() ? Function.LESS : Function.LESS_OR_EQUAL;
        return binder.bind(new Expr.Call(inside, List.of(least.value(), most.value())))
                        instanceof BoundExpr.Constant(Object holds, var _)
                && Boolean.FALSE.equals(holds);
    }

    private boolean isComparable(Expr.ColumnRef column, DataType least, DataType most) {
        DataType type = schema.field(column.name()).type().decoded();
        boolean same = type.equals(least) && type.equals(most);
        return same || (isExact(type) && isExact(least) && isExact(most));
    }

    private static boolean isExact(DataType type) {
        return type.isInteger() || type instanceof DecimalType;
    }
}
