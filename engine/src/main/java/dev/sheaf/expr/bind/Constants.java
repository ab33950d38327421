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
        if (expr instanceof BoundExpr.Call call && call.function().isStrict() && hasNull(call)) {
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
}
