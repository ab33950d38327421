package dev.sheaf.sql.bind;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import java.util.Optional;
import java.util.function.Function;

/// Replaces parts of expressions, the largest first: what `replacement` gives something for is not looked into.
record Rewriting(Function<Expr, Optional<Expr>> replacement) {

    Expr apply(Expr expr) {
        return replacement.apply(expr).orElseGet(() -> ExprRewrite.mapChildren(expr, this::apply));
    }
}
