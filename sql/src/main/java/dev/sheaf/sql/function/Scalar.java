package dev.sheaf.sql.function;

import dev.sheaf.expr.Expr;
import java.util.List;

/// Makes the expression of a call from its arguments.
@FunctionalInterface
public interface Scalar {
    /// @throws IllegalArgumentException if the arguments do not fit
    Expr of(List<Expr> arguments);
}
