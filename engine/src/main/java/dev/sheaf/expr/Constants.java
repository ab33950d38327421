package dev.sheaf.expr;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import java.util.List;

/// Computes what does not depend on any column, once.
final class Constants {
    private static final Table NO_COLUMNS = new Table(Schema.of(), List.of(), 1);

    private Constants() {}

    /// The expression, or its value if all below it are constants. One that raises an error stays as it is: the
    /// rows that would raise it may never be computed.
    static BoundExpr fold(BoundExpr expr) {
        if (expr.children().isEmpty() || !expr.children().stream().allMatch(BoundExpr::isConstant)) {
            return expr;
        }
        try {
            return new BoundExpr.Constant(Interpreter.of(expr).evaluate(NO_COLUMNS, 0), expr.type());
        } catch (ArithmeticException | IllegalArgumentException fails) {
            return expr;
        }
    }
}
