package dev.sheaf.sql.function;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ScalarFunction;
import java.util.List;

/// Makes the expression of a call from its arguments.
@FunctionalInterface
public interface Scalar {
    /// @throws IllegalArgumentException if the arguments do not fit
    Expr of(List<Expr> arguments);

    /// Calls of a function that is written in Java.
    static Scalar of(ScalarFunction function) {
        return arguments -> new Expr.Applied(function, arguments);
    }
}
