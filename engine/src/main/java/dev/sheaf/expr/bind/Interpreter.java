package dev.sheaf.expr.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Function;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Computes an expression one row at a time on boxed values: slow, and simple enough to be believed. The
/// evaluator is tested against it; a single row may as well be asked of it.
///
/// Values are the Java objects of [dev.sheaf.column.Row#get(int)].
public final class Interpreter {
    private final BoundExpr bound;

    private Interpreter(BoundExpr bound) {
        this.bound = bound;
    }

    /// For an expression that [Binder#bind] has made.
    public static Interpreter of(BoundExpr bound) {
        return new Interpreter(bound);
    }

    /// The value for a row of a batch of the schema.
    ///
    /// @throws ArithmeticException if the row overflows or a cast fails
    /// @throws IllegalArgumentException if a cast cannot read a text
    public @Nullable Object evaluate(Table batch, long row) {
        return evaluate(bound, batch, row);
    }

    static @Nullable Object evaluate(BoundExpr expr, Table batch, long row) {
        return switch (expr) {
            case BoundExpr.Column column -> batch.column(column.index()).get(row);
            case BoundExpr.Constant(Object value, DataType _) -> value;
            case BoundExpr.Cast cast -> cast(cast, evaluate(cast.input(), batch, row));
            case BoundExpr.Case branches -> branches(branches, batch, row);
            case BoundExpr.In(BoundExpr input, List<BoundExpr> options) -> in(input, options, batch, row);
            case BoundExpr.Applied applied -> JavaCalls.value(applied, values(applied.arguments(), batch, row));
            case BoundExpr.Lambda _ -> throw new AssertionError("a lambda is computed by the call that it stands in");
            case BoundExpr.Call call when call.function() == Function.STRUCT_EXTRACT -> field(call, batch, row);
            case BoundExpr.Call call
            when ListCalls.takes(call) -> InterpretedLists.call(call, batch, row, Interpreter::evaluate);
            case BoundExpr.Call call -> call(call, batch, row);
        };
    }

    /// Without a column of the struct: others may read its fields one by one.
    private static @Nullable Object field(BoundExpr.Call call, Table batch, long row) {
        Object struct = evaluate(call.argument(0), batch, row);
        Object name = evaluate(call.argument(1), batch, row);
        return struct == null ? null : ((Map<?, ?>) struct).get(name);
    }

    private static @Nullable Object[] values(List<BoundExpr> exprs, Table batch, long row) {
        @Nullable Object[] values = new Object[exprs.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = evaluate(exprs.get(i), batch, row);
        }
        return values;
    }

    private static @Nullable Object cast(BoundExpr.Cast cast, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            return ListCalls.isNested(cast.input().type())
                    ? InterpretedLists.cast(cast, value, Interpreter::evaluate)
                    : BoxedCasts.cast(value, cast.input().type(), cast.type());
        } catch (ArithmeticException | IllegalArgumentException | java.time.DateTimeException fails) {
            if (cast.lenient()) {
                return null;
            }
            throw new ArithmeticException(cast.text() + ": " + value + " does not fit " + cast.type());
        }
    }

    private static @Nullable Object branches(BoundExpr.Case branches, Table batch, long row) {
        for (BoundExpr.When when : branches.branches()) {
            if (Boolean.TRUE.equals(evaluate(when.condition(), batch, row))) {
                return evaluate(when.result(), batch, row);
            }
        }
        return evaluate(branches.otherwise(), batch, row);
    }

    private static @Nullable Object in(BoundExpr input, List<BoundExpr> options, Table batch, long row) {
        Object value = evaluate(input, batch, row);
        boolean unknown = value == null && !options.isEmpty();
        for (BoundExpr option : options) {
            Object other = evaluate(option, batch, row);
            if (value != null && other != null && isEqual(value, other, input)) {
                return true;
            }
            unknown |= other == null;
        }
        return unknown ? null : false;
    }

    private static boolean isEqual(Object value, Object other, BoundExpr input) {
        return ListCalls.isNested(input.type()) ? value.equals(other) : BoxedOrder.compare(value, other) == 0;
    }

    private static @Nullable Object call(BoundExpr.Call call, Table batch, long row) {
        return switch (call.function()) {
            case AND -> connective(call, false, batch, row);
            case OR -> connective(call, true, batch, row);
            case COALESCE -> coalesce(call, batch, row);
            case IS_NULL -> evaluate(call.argument(0), batch, row) == null;
            case IS_NOT_NULL -> evaluate(call.argument(0), batch, row) != null;
            case IS_TRUE -> Boolean.TRUE.equals(evaluate(call.argument(0), batch, row));
            case IS_NOT_TRUE -> !Boolean.TRUE.equals(evaluate(call.argument(0), batch, row));
            case IS_FALSE -> Boolean.FALSE.equals(evaluate(call.argument(0), batch, row));
            case IS_NOT_FALSE -> !Boolean.FALSE.equals(evaluate(call.argument(0), batch, row));
            case IS_DISTINCT_FROM -> !same(call, batch, row);
            case IS_NOT_DISTINCT_FROM -> same(call, batch, row);
            case GREATEST, LEAST -> extreme(call, batch, row);
            case TRY -> attempt(call.argument(0), batch, row);
            default -> strict(call, batch, row);
        };
    }

    private static @Nullable Object attempt(BoundExpr expr, Table batch, long row) {
        try {
            return evaluate(expr, batch, row);
        } catch (ArithmeticException | IllegalArgumentException raised) {
            return null;
        }
    }

    /// `decisive` is the value that decides alone.
    private static @Nullable Object connective(BoundExpr.Call call, boolean decisive, Table batch, long row) {
        boolean unknown = false;
        for (BoundExpr argument : call.arguments()) {
            Object value = evaluate(argument, batch, row);
            if (value != null && value.equals(decisive)) {
                return decisive;
            }
            unknown |= value == null;
        }
        return unknown ? null : !decisive;
    }

    private static @Nullable Object coalesce(BoundExpr.Call call, Table batch, long row) {
        for (BoundExpr argument : call.arguments()) {
            Object value = evaluate(argument, batch, row);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static boolean same(BoundExpr.Call call, Table batch, long row) {
        Object left = evaluate(call.argument(0), batch, row);
        Object right = evaluate(call.argument(1), batch, row);
        if (left == null || right == null) {
            return left == null && right == null;
        }
        return BoxedOrder.compare(left, right) == 0;
    }

    private static @Nullable Object extreme(BoundExpr.Call call, Table batch, long row) {
        Object best = null;
        for (BoundExpr argument : call.arguments()) {
            Object value = evaluate(argument, batch, row);
            if (value != null && (best == null || isBetter(call, value, best))) {
                best = value;
            }
        }
        return best;
    }

    private static boolean isBetter(BoundExpr.Call call, Object value, Object best) {
        int order = BoxedOrder.compare(compared(call.type(), value), compared(call.type(), best));
        return call.function() == Function.GREATEST ? order > 0 : order < 0;
    }

    /// Functions that are null where an argument is.
    private static @Nullable Object strict(BoundExpr.Call call, Table batch, long row) {
        Object[] values = new Object[call.arguments().size()];
        boolean unknown = false;
        for (int i = 0; i < values.length; i++) {
            Object value = evaluate(call.argument(i), batch, row);
            unknown |= value == null;
            values[i] = value == null ? "" : compared(call.argument(i).type(), value);
        }
        if (unknown) {
            return null;
        }
        return switch (call.function()) {
            case NOT -> !(Boolean) values[0];
            case EQUAL -> BoxedOrder.compare(values[0], values[1]) == 0;
            case NOT_EQUAL -> BoxedOrder.compare(values[0], values[1]) != 0;
            case LESS -> BoxedOrder.compare(values[0], values[1]) < 0;
            case LESS_OR_EQUAL -> BoxedOrder.compare(values[0], values[1]) <= 0;
            case GREATER -> BoxedOrder.compare(values[0], values[1]) > 0;
            case GREATER_OR_EQUAL -> BoxedOrder.compare(values[0], values[1]) >= 0;
            case ADD, SUBTRACT, MULTIPLY, NEGATE ->
                isTime(call) ? BoxedTemporals.arithmetic(call, values) : BoxedNumbers.compute(call, values);
            case DIVIDE, INT_DIVIDE, MODULO, ABS, SIGN, ROUND, FLOOR, CEIL, TRUNC -> BoxedNumbers.compute(call, values);
            case BIT_AND, BIT_OR, BIT_XOR, SHIFT_LEFT, SHIFT_RIGHT -> BoxedNumbers.bits(call, values);
            case SQRT, POWER, EXP, LN, LOG2, LOG10, SIN, COS, TAN, IS_NAN -> BoxedNumbers.floating(call, values);
            case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, DAY_OF_YEAR -> BoxedTemporals.part(call, values[0]);
            case HOUR, MINUTE, SECOND, MILLISECOND, EPOCH -> BoxedTemporals.part(call, values[0]);
            case DATE_TRUNC -> BoxedTemporals.truncate((String) values[0], values[1], call);
            case TIME_BUCKET -> BoxedBuckets.start(call, values);
            case DATE_DIFF -> BoxedTemporals.difference((String) values[0], values[1], values[2], call);
            case REGEXP_MATCHES, REGEXP_FULL_MATCH, REGEXP_REPLACE, REGEXP_EXTRACT, SPLIT_PART, TRANSLATE ->
                byRow(call, values);
            case REVERSE, MD5, SHA256, CHR, UNICODE, LEVENSHTEIN, STRFTIME, STRPTIME, TRY_STRPTIME, MAKE_DATE ->
                byRow(call, values);
            default -> BoxedTexts.compute(call, values);
        };
    }

    /// Categories are compared by their places.
    private static Object compared(DataType type, Object value) {
        return type instanceof DataType.CategoryType category
                ? (Object) category.categories().code(value)
                : value;
    }

    private static @Nullable Object byRow(BoundExpr.Call call, Object[] values) {
        Object value = RowFunctions.of(call).apply(values);
        return value instanceof Long number && call.type().equals(DataType.INT32) ? (Object) number.intValue() : value;
    }

    private static boolean isTime(BoundExpr.Call call) {
        return call.arguments().stream().anyMatch(argument -> argument.type().isTemporal());
    }
}
