package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.value.CommonType;
import dev.sheaf.memory.Checkpoint;
import java.util.IdentityHashMap;
import java.util.Map;

/// Which expressions a row can make raise an error, so that what is computed before them must not change.
public final class Failing {
    /// Sums of numbers with so many digits to spare hold the rows of any query.
    private static final int ROW_DIGITS = 10;

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

    /// Whether rows can make the expression raise an error: a cast that is not lenient, except to text and of
    /// numbers to types that hold them, arithmetic and aggregates of whole numbers and decimals, which may
    /// overflow, or a function that refuses some texts or numbers.
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
            case Expr.Aggregate aggregate -> mayOverflow(aggregate);
            default -> false;
        };
    }

    /// Whether rows of a query may have a sum that its type does not hold, or a product.
    private boolean mayOverflow(Expr.Aggregate aggregate) {
        return switch (aggregate.aggregation()) {
            case Aggregation.Sum() -> !isNarrow(aggregate.arguments().getFirst());
            case Aggregation.Product() -> !type(aggregate).isFloating();
            default -> false;
        };
    }

    private DataType type(Expr.Aggregate aggregate) {
        return type(aggregate.arguments().getFirst());
    }

    private DataType type(Expr expr) {
        return binder.bind(expr).type().decoded();
    }

    /// Whether the type of a sum has digits to spare for the rows, beside those of a summand.
    private boolean isNarrow(Expr summand) {
        DataType type = type(summand);
        return type instanceof DecimalType
                ? digits(summand) + ROW_DIGITS <= DecimalType.MAX_PRECISION
                : type.isFloating() || (type.isInteger() && type.layout().byteWidth() <= Integer.BYTES);
    }

    private int digits(Expr decimal) {
        return decimal instanceof Expr.Cast cast && isTotal(cast) ? digits(type(cast.input())) : digits(type(decimal));
    }

    private static int digits(DataType exact) {
        return CommonType.asDecimal(exact).precision();
    }

    private boolean isTotal(Expr.Cast cast) {
        DataType from = type(cast.input());
        boolean isNumber = from.isInteger() || from instanceof DecimalType;
        boolean isExact = from.isInteger()
                && cast.type() instanceof DecimalType to
                && digits(from) <= to.precision() - to.scale();
        return cast.type().equals(DataType.STRING)
                || isExact
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
