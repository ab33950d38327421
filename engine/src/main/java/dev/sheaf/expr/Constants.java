package dev.sheaf.expr;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Computes what does not depend on any column, once.
final class Constants {
    private Constants() {}

    /// The expression, or its value if all below it are constants. One that raises an error stays as it is: the
    /// rows that would raise it may never be computed.
    static BoundExpr fold(BoundExpr expr) {
        if (expr.isConstant() || !expr.children().stream().allMatch(BoundExpr::isConstant)) {
            return expr;
        }
        try (Table none = new Table(Schema.of(), List.of(), 1);
                Column value = Compiler.compile(expr).compute(none, MemoryPool.shared(), expr)) {
            return new BoundExpr.Constant(value.get(0), expr.type());
        } catch (ArithmeticException | IllegalArgumentException fails) {
            return expr;
        }
    }
}
