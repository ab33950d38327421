package dev.sheaf.expr.bind;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Function;
import java.util.List;

/// Computes what does not depend on any column, once.
final class Constants {
    private static final Table NO_COLUMNS = new Table(Schema.of(), List.of(), 1);

    private Constants() {}

    /// The expression, or its value if all below it are constants or one is a null that makes it null. One that
    /// raises an error stays as it is: the rows that would raise it may never be computed.
    static BoundExpr fold(BoundExpr expr) {
        if (expr instanceof BoundExpr.Call call && isStrict(call.function()) && hasNull(call)) {
            return new BoundExpr.Constant(null, call.type());
        }
        boolean isMade =
                expr instanceof BoundExpr.Call(var function, var _, var _, var _) && function == Function.LIST_VALUE;
        if ((expr.children().isEmpty() && !isMade) || !expr.children().stream().allMatch(BoundExpr::isConstant)) {
            return expr;
        }
        try {
            return new BoundExpr.Constant(Interpreter.of(expr).evaluate(NO_COLUMNS, 0), expr.type());
        } catch (ArithmeticException | IllegalArgumentException fails) {
            return expr;
        }
    }

    /// TRY of what reads no column as its value: the part that fails is none that [#fold] gives.
    static BoundExpr attempted(BoundExpr.Call call) {
        return BoundColumns.of(call).isEmpty()
                ? new BoundExpr.Constant(Interpreter.of(call).evaluate(NO_COLUMNS, 0), call.type())
                : call;
    }

    private static boolean hasNull(BoundExpr.Call call) {
        return call.arguments().stream().anyMatch(BoundExpr::isNull);
    }

    /// Whether a function is null where one argument is.
    private static boolean isStrict(Function function) {
        return switch (function) {
            case AND, OR, IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> false;
            case LIST_VALUE, LIST_CONCAT, LIST_POSITION, LIST_ZIP, STRUCT_PACK, STRING_SPLIT, LIST_REDUCE -> false;
            case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, COALESCE, GREATEST, LEAST -> false;
            default -> true;
        };
    }
}
