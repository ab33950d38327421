package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.Checkpoint;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/// Which expressions a row can make raise an error, so that what is computed before them must not change.
public final class Failing {
    private Failing() {}

    /// Whether a row can make the expression raise an error: a cast that is not lenient, except to text and
    /// of numbers to floats that hold them, arithmetic of whole numbers and decimals, which may overflow, or a
    /// function that refuses some texts or numbers.
    public static boolean mayFail(Expr expr, Schema schema) {
        return mayFail(expr, Binder.over(schema), Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean mayFail(Expr expr, Binder binder, Set<Expr> seen) {
        if (!seen.add(expr)) {
            return false;
        }
        Checkpoint.pass();
        boolean itself = switch (expr) {
            case Expr.Cast cast -> !cast.lenient() && !isTotal(cast, binder);
            case Expr.Call call -> mayRaise(call, binder);
            case Expr.Lambda _, Expr.Applied _ -> true;
            default -> false;
        };
        return itself || expr.children().stream().anyMatch(child -> mayFail(child, binder, seen));
    }

    private static boolean isTotal(Expr.Cast cast, Binder binder) {
        DataType from = binder.bind(cast.input()).type();
        boolean isNumber = from.isInteger() || from instanceof DataType.DecimalType;
        return cast.type().equals(DataType.STRING)
                || (cast.type().isFloating() && isNumber)
                || (cast.type().equals(DataType.FLOAT64) && from.isFloating());
    }

    private static boolean mayRaise(Expr.Call call, Binder binder) {
        return switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, INT_DIVIDE, NEGATE, ABS ->
                !binder.bind(call).type().isFloating();
            case SHIFT_LEFT, REGEXP_REPLACE, REGEXP_EXTRACT, CHR, LEVENSHTEIN, STRPTIME, TRY_STRPTIME, MAKE_DATE ->
                true;
            case LIST_SLICE, LIST_AGGREGATE, LIST_RANGE -> true;
            case REGEXP_MATCHES, REGEXP_FULL_MATCH, STRFTIME ->
                !(call.arguments().get(1) instanceof Expr.Literal);
            default -> false;
        };
    }
}
