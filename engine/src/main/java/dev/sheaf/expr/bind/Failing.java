package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.memory.Checkpoint;
import java.util.IdentityHashMap;
import java.util.Map;

/// Which expressions a row can make raise an error, so that what is computed before them must not change.
public final class Failing {
    private final Binder binder;
    private final Map<Expr, Boolean> known = new IdentityHashMap<>();

    private Failing(Binder binder) {
        this.binder = binder;
    }

    /// For expressions over a schema. A part that stands in several of them is looked at once.
    public static Failing over(Schema schema) {
        return new Failing(Binder.over(schema));
    }

    /// As [#mayFail(Expr)], over a schema.
    public static boolean mayFail(Expr expr, Schema schema) {
        return over(schema).mayFail(expr);
    }

    /// Whether a row can make the expression raise an error: a cast that is not lenient, except to text and
    /// of numbers to floats that hold them, arithmetic of whole numbers and decimals, which may overflow, or a
    /// function that refuses some texts or numbers.
    public boolean mayFail(Expr expr) {
        Boolean fails = known.get(expr);
        if (fails == null) {
            Checkpoint.pass();
            fails = mayFailItself(expr) || expr.children().stream().anyMatch(this::mayFail);
            known.put(expr, fails);
        }
        return fails;
    }

    private boolean mayFailItself(Expr expr) {
        return switch (expr) {
            case Expr.Cast cast -> !cast.lenient() && !isTotal(cast);
            case Expr.Call call -> mayRaise(call);
            case Expr.Lambda _, Expr.Applied _ -> true;
            default -> false;
        };
    }

    private boolean isTotal(Expr.Cast cast) {
        DataType from = binder.bind(cast.input()).type();
        boolean isNumber = from.isInteger() || from instanceof DataType.DecimalType;
        return cast.type().equals(DataType.STRING)
                || (cast.type().isFloating() && isNumber)
                || (cast.type().equals(DataType.FLOAT64) && from.isFloating());
    }

    private boolean mayRaise(Expr.Call call) {
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
