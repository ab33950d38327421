package dev.sheaf.expr.fold;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;

/// Finds what decides whether an expression is null: `upper(a)` is null exactly where `a` is.
final class NullOrigin {
    private NullOrigin() {}

    /// The innermost part that is null where `expr`, which raises no errors, is and nowhere else.
    static Expr of(Expr expr) {
        Expr origin = expr;
        while (true) {
            Expr inner = inner(origin);
            if (inner.equals(origin)) {
                return origin;
            }
            origin = inner;
        }
    }

    private static Expr inner(Expr expr) {
        return switch (expr) {
            case Expr.Cast(Expr input, var _, boolean lenient) when !lenient -> input;
            case Expr.Call(Function function, List<Expr> arguments)
            when keepsNulls(function, arguments) -> only(expr, arguments);
            default -> expr;
        };
    }

    /// The argument that is not constant, if there is just one and the others are not null.
    private static Expr only(Expr expr, List<Expr> arguments) {
        List<Expr> open = arguments.stream()
                .filter(argument -> !(argument instanceof Expr.Literal(Object value, var _) && value != null))
                .toList();
        return open.size() == 1 ? open.getFirst() : expr;
    }

    /// Whether a call is null where an argument is and nowhere else. A divisor of 0 gives null; of one that is
    /// less than 1 a conversion may make 0.
    private static boolean keepsNulls(Function function, List<Expr> arguments) {
        return switch (function) {
            case INT_DIVIDE, MODULO ->
                arguments.getLast() instanceof Expr.Literal(Object value, var _)
                        && value instanceof Number divisor
                        && Math.abs(divisor.doubleValue()) >= 1;
            default -> function.keepsNulls();
        };
    }
}
