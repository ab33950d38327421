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
            case Expr.Call(Function function, List<Expr> arguments) when keepsNulls(function) -> only(expr, arguments);
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

    /// Whether a function is null where an argument is and nowhere else.
    private static boolean keepsNulls(Function function) {
        return switch (function) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, ABS, SIGN, FLOOR, CEIL -> true;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, NOT, IS_NAN -> true;
            case LOWER, UPPER, LENGTH, OCTET_LENGTH, SUBSTRING, LEFT, RIGHT, REVERSE -> true;
            case POSITION, CONTAINS, STARTS_WITH, ENDS_WITH, LIKE, ILIKE -> true;
            case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, DAY_OF_YEAR, HOUR, MINUTE, SECOND, DATE_TRUNC -> true;
            default -> false;
        };
    }
}
