package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.value.CommonType;
import dev.sheaf.memory.Checkpoint;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;

/// Which expressions a row can make raise an error, so that what is computed before them must not change.
public final class Failing {
    /// Sums of numbers with so many digits to spare hold the rows of any query.
    private static final int ROW_DIGITS = 10;

    /// A text of less than 2 MiB, repeated so often, is not too long.
    private static final long FEW_REPEATS = 1L << 10;

    private final Binder binder;
    private final Map<BoundExpr, Boolean> known = new IdentityHashMap<>();

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

    /// Whether rows can make one of some expressions over a schema raise an error.
    public static boolean mayFail(Collection<? extends Expr> exprs, Schema schema) {
        return exprs.stream().anyMatch(over(schema)::mayFail);
    }

    /// Whether rows can make the expression raise an error: a cast that is not lenient, written or implied, except to
    /// types that hold all values of its input, arithmetic and aggregates of whole numbers and decimals, which may
    /// overflow unless the types of columns leave room, or a function that refuses some texts, numbers or moments.
    public boolean mayFail(Expr expr) {
        return switch (expr) {
            case Expr.Alias(Expr input, String _) -> mayFail(input);
            case Expr.Aggregate aggregate ->
                mayOverflow(aggregate) || aggregate.children().stream().anyMatch(this::mayFail);
            case Expr.ColumnRef _, Expr.Literal _ -> false;
            case Expr.Call _, Expr.Applied _, Expr.Case _, Expr.Cast _, Expr.In _, Expr.Lambda _ ->
                mayFail(binder.bind(expr), known);
        };
    }

    /// As [#mayFail(Expr)], of an expression that is bound.
    public static boolean mayFail(BoundExpr expr) {
        return mayFail(expr, new IdentityHashMap<>());
    }

    private static boolean mayFail(BoundExpr expr, Map<BoundExpr, Boolean> known) {
        Boolean fails = known.get(expr);
        if (fails == null) {
            Checkpoint.pass();
            fails = !isGuarded(expr)
                    && (mayFailItself(expr) || expr.children().stream().anyMatch(child -> mayFail(child, known)));
            known.put(expr, fails);
        }
        return fails;
    }

    private static boolean isGuarded(BoundExpr expr) {
        return expr instanceof BoundExpr.Call call && call.function() == Function.TRY;
    }

    /// Whether a row can make an expression raise an error for which no expression below it raises one.
    public static boolean mayFailItself(BoundExpr expr) {
        return switch (expr) {
            case BoundExpr.Cast cast -> !cast.lenient() && !isTotal(cast) && !IntegerRange.fits(cast);
            case BoundExpr.Call call -> mayRaise(call);
            case BoundExpr.Lambda _, BoundExpr.Applied _ -> true;
            case BoundExpr.Column _, BoundExpr.Constant _, BoundExpr.Case _, BoundExpr.In _ -> false;
        };
    }

    /// Whether rows of a query may have a sum that its type does not hold, or a product, or states that are none.
    private boolean mayOverflow(Expr.Aggregate aggregate) {
        return switch (aggregate.aggregation()) {
            case Aggregation.Sum() ->
                !isNarrow(binder.bind(aggregate.arguments().getFirst()));
            case Aggregation.Product() ->
                !binder.bind(aggregate.arguments().getFirst()).type().isFloating();
            case Aggregation.CountAll(), Aggregation.CountValid(), Aggregation.NUnique _ -> false;
            case Aggregation.Min(), Aggregation.Max(), Aggregation.First _, Aggregation.Last _ -> false;
            case Aggregation.ArgMin(), Aggregation.ArgMax(), Aggregation.MinBy _, Aggregation.MaxBy _ -> false;
            case Aggregation.Nth _, Aggregation.TopK _, Aggregation.Mode(), Aggregation.Join _ -> false;
            case Aggregation.CollectList _, Aggregation.CollectSet _, Aggregation.ValueCounts _ -> false;
            case Aggregation.Mean(), Aggregation.SumOfSquares(), Aggregation.M2() -> false;
            case Aggregation.Variance _, Aggregation.Std _, Aggregation.Covariance _, Aggregation.Correlation() ->
                false;
            case Aggregation.Skewness(), Aggregation.Kurtosis _, Aggregation.Entropy() -> false;
            case Aggregation.Median(), Aggregation.Quantile _, Aggregation.DiscreteQuantile _ -> false;
            case Aggregation.MedianDeviation(), Aggregation.TDigest _, Aggregation.ApproxQuantile _ -> false;
            case Aggregation.ApproxNUnique _, Aggregation.Histogram _, Aggregation.Bitwise _ -> false;
            case Aggregation.Any(), Aggregation.All(), Aggregation.Spearman() -> false;
            case Aggregation.Merge _ -> true;
        };
    }

    /// Whether the type of a sum has digits to spare for the rows, beside those of a summand.
    private static boolean isNarrow(BoundExpr summand) {
        DataType type = summand.type();
        return type instanceof DecimalType
                ? digits(summand) + ROW_DIGITS <= DecimalType.MAX_PRECISION
                : type.isFloating() || (type.isInteger() && type.layout().byteWidth() <= Integer.BYTES);
    }

    private static int digits(BoundExpr decimal) {
        return decimal instanceof BoundExpr.Cast cast && isTotal(cast) ? digits(cast.input()) : digits(decimal.type());
    }

    private static int digits(DataType exact) {
        return CommonType.asDecimal(exact).precision();
    }

    private static boolean isTotal(BoundExpr.Cast cast) {
        DataType from = cast.input().type();
        DataType to = cast.type();
        if (to.equals(DataType.STRING)) {
            return !from.equals(DataType.BINARY);
        }
        if (to.isFloating()) {
            return from.isInteger()
                    || from instanceof DecimalType
                    || (from.isFloating() && to.equals(DataType.FLOAT64));
        }
        return from.equals(to)
                || from.equals(DataType.NULL)
                || (isExact(from) && isExact(to) && holds(to, from))
                || (from instanceof DataType.DateType && to instanceof DataType.TimestampType moment && isLong(moment));
    }

    private static boolean isExact(DataType type) {
        return type.isInteger() || type instanceof DecimalType;
    }

    /// Whether every number of one type is one of the other.
    private static boolean holds(DataType to, DataType from) {
        if (to instanceof DataType.IntType(int bits, boolean signed)
                && from instanceof DataType.IntType(int given, boolean givenSigned)) {
            return signed == givenSigned ? bits >= given : signed && bits > given;
        }
        return to instanceof DecimalType decimal
                && decimal.scale() >= CommonType.asDecimal(from).scale()
                && decimal.precision() - decimal.scale()
                        >= digits(from) - CommonType.asDecimal(from).scale();
    }

    /// Whether the first and last timestamp are further away than any calendar is used: 290,000 years, where those of
    /// nanoseconds end in 2262.
    private static boolean isLong(DataType.TimestampType moment) {
        return moment.unit() != TimeUnit.NANO;
    }

    private static boolean mayRaise(BoundExpr.Call call) {
        return switch (call.function()) {
            case ADD, SUBTRACT, MULTIPLY, INT_DIVIDE, NEGATE, ABS ->
                !call.type().isFloating() && !IntegerRange.fits(call);
            case ROUND -> !call.type().isFloating() && call.arguments().size() > 1;
            case SHIFT_LEFT, REGEXP_REPLACE, REGEXP_EXTRACT, CHR, LEVENSHTEIN, STRPTIME, TRY_STRPTIME, MAKE_DATE ->
                true;
            case LIST_SLICE, LIST_AGGREGATE, LIST_RANGE -> true;
            case REGEXP_MATCHES, REGEXP_FULL_MATCH, STRFTIME -> !isConstant(call.argument(1));
            case LIKE, ILIKE -> call.arguments().size() > 2;
            case LPAD, RPAD -> !(call.argument(2) instanceof BoundExpr.Constant(Object pad, var _) && !"".equals(pad));
            case DATE_TRUNC, TIME_BUCKET -> call.type() instanceof DataType.TimestampType moment && !isLong(moment);
            case BIT_AND, BIT_OR, BIT_XOR, SHIFT_RIGHT, DIVIDE, MODULO, SIGN, FLOOR, CEIL, TRUNC -> false;
            case SQRT, POWER, EXP, LN, LOG2, LOG10, SIN, COS, TAN, IS_NAN -> false;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> false;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, AND, OR, NOT -> false;
            case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> false;
            case COALESCE, NULLIF, GREATEST, LEAST, TRY -> false;
            case LOWER, UPPER, LENGTH, OCTET_LENGTH, SUBSTRING, LEFT, RIGHT, TRIM, LTRIM, RTRIM -> false;
            case REPEAT -> !isFew(call.argument(1));
            case CONCAT, REPLACE, REVERSE, POSITION, CONTAINS, STARTS_WITH, ENDS_WITH -> false;
            case SPLIT_PART, TRANSLATE, MD5, SHA256, UNICODE, STRING_SPLIT -> false;
            case LIST_VALUE, LIST_EXTRACT, LIST_CONCAT, LIST_CONTAINS, LIST_POSITION, LIST_SORT -> false;
            case LIST_DISTINCT, LIST_REVERSE, LIST_FLATTEN, LIST_ZIP, LIST_JOIN, STRUCT_PACK, STRUCT_EXTRACT -> false;
            case LIST_TRANSFORM, LIST_FILTER, LIST_REDUCE -> false;
            case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, DAY_OF_YEAR -> false;
            case HOUR, MINUTE, SECOND, MILLISECOND, EPOCH, DATE_DIFF -> false;
        };
    }

    /// Whether a text that is repeated so often is one, as with CONCAT unless it has megabytes.
    private static boolean isFew(BoundExpr times) {
        return times instanceof BoundExpr.Constant(Object count, var _)
                && (!(count instanceof Number number) || number.longValue() <= FEW_REPEATS);
    }

    private static boolean isConstant(BoundExpr expr) {
        return expr instanceof BoundExpr.Constant;
    }
}
