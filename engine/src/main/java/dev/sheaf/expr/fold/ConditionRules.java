package dev.sheaf.expr.fold;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Failing;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The rules for conditions, on calls whose arguments are simplified already.
final class ConditionRules {
    private static final Expr TRUE = new Expr.Literal(true, DataType.BOOL);
    private static final Expr FALSE = new Expr.Literal(false, DataType.BOOL);
    private static final Expr UNKNOWN = new Expr.Literal(null, DataType.BOOL);

    private ConditionRules() {}

    static Expr simplify(Expr.Call call, Schema schema, Binder binder) {
        return switch (call.function()) {
            case AND -> withoutEmptyRange(connective(call, TRUE, FALSE), schema, binder);
            case OR -> connective(call, FALSE, TRUE);
            case NOT -> negation(call);
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> comparison(call, binder);
            case IS_NULL, IS_NOT_NULL -> nullTest(call, schema, binder);
            default -> call;
        };
    }

    static boolean isTrue(Expr expr) {
        return expr.equals(TRUE);
    }

    /// Leaves out what changes nothing and what is there twice, and stops at what decides alone.
    private static Expr connective(Expr.Call call, Expr neutral, Expr deciding) {
        Set<Expr> parts = new LinkedHashSet<>(call.arguments());
        parts.remove(neutral);
        if (parts.contains(deciding)) {
            return deciding;
        }
        return switch (parts.size()) {
            case 0 -> neutral;
            case 1 -> condition(parts.iterator().next());
            default ->
                parts.size() == call.arguments().size() ? call : new Expr.Call(call.function(), List.copyOf(parts));
        };
    }

    /// A range that holds nothing makes an AND unknown for nulls and false for all else, which is what
    /// `x is null and null` is; whoever keeps only rows for which a condition is true sees the `null`.
    private static Expr withoutEmptyRange(Expr expr, Schema schema, Binder binder) {
        if (!(expr instanceof Expr.Call(Function function, List<Expr> parts)) || function != Function.AND) {
            return expr;
        }
        Optional<Expr> empty = EmptyRanges.among(parts, schema, binder);
        if (empty.isEmpty()) {
            return expr;
        }
        if (neverNull(empty.get(), schema)) {
            return FALSE;
        }
        List<Expr> others = new ArrayList<>(parts);
        others.removeIf(part -> EmptyRanges.isBound(part, empty.get()));
        others.add(new Expr.Call(Function.IS_NULL, List.of(empty.get())));
        others.add(UNKNOWN);
        return new Expr.Call(Function.AND, List.copyOf(others));
    }

    /// NULL without a type becomes a bool when it stands alone.
    private static Expr condition(Expr expr) {
        return expr instanceof Expr.Literal(Object value, var _) && value == null ? UNKNOWN : expr;
    }

    private static Expr negation(Expr.Call call) {
        if (!(call.arguments().getFirst() instanceof Expr.Call(Function function, List<Expr> arguments))) {
            return call;
        }
        if (function == Function.NOT) {
            return arguments.getFirst();
        }
        return opposite(function)
                .<Expr>map(other -> new Expr.Call(other, arguments))
                .orElse(call);
    }

    /// Sound for floats too, because NaN has its place in their order.
    private static Optional<Function> opposite(Function function) {
        return switch (function) {
            case EQUAL -> Optional.of(Function.NOT_EQUAL);
            case NOT_EQUAL -> Optional.of(Function.EQUAL);
            case LESS -> Optional.of(Function.GREATER_OR_EQUAL);
            case LESS_OR_EQUAL -> Optional.of(Function.GREATER);
            case GREATER -> Optional.of(Function.LESS_OR_EQUAL);
            case GREATER_OR_EQUAL -> Optional.of(Function.LESS);
            case IS_DISTINCT_FROM -> Optional.of(Function.IS_NOT_DISTINCT_FROM);
            case IS_NOT_DISTINCT_FROM -> Optional.of(Function.IS_DISTINCT_FROM);
            case IS_NULL -> Optional.of(Function.IS_NOT_NULL);
            case IS_NOT_NULL -> Optional.of(Function.IS_NULL);
            case IS_TRUE -> Optional.of(Function.IS_NOT_TRUE);
            case IS_NOT_TRUE -> Optional.of(Function.IS_TRUE);
            case IS_FALSE -> Optional.of(Function.IS_NOT_FALSE);
            case IS_NOT_FALSE -> Optional.of(Function.IS_FALSE);
            default -> Optional.empty();
        };
    }

    /// Constants to the right, so that whoever looks for `column < constant` finds it; null with null is unknown.
    private static Expr comparison(Expr.Call call, Binder binder) {
        BoundExpr _ = binder.bind(call);
        Expr left = call.arguments().getFirst();
        Expr right = call.arguments().getLast();
        if (isNull(left) || isNull(right)) {
            return UNKNOWN;
        }
        return left instanceof Expr.Literal ? new Expr.Call(call.function().mirrored(), List.of(right, left)) : call;
    }

    private static boolean isNull(Expr expr) {
        return expr instanceof Expr.Literal(Object value, var _) && value == null;
    }

    /// What may raise an error is computed, so that it does.
    private static Expr nullTest(Expr.Call call, Schema schema, Binder binder) {
        BoundExpr _ = binder.bind(call);
        Expr argument = call.arguments().getFirst();
        Expr tested = Failing.mayFail(argument, schema) ? argument : NullOrigin.of(argument);
        if (neverNull(tested, schema)) {
            return call.function() == Function.IS_NULL ? FALSE : TRUE;
        }
        return new Expr.Call(call.function(), List.of(tested));
    }

    private static boolean neverNull(Expr expr, Schema schema) {
        return expr instanceof Expr.ColumnRef(String name)
                && !schema.field(name).nullable();
    }
}
