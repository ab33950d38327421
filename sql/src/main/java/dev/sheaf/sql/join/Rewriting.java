package dev.sheaf.sql.join;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import java.util.Optional;
import java.util.function.Function;

/// Replaces parts of expressions, the largest first: what `replacement` gives something for is not looked into.
public record Rewriting(Function<Expr, Optional<Expr>> replacement) {

    public Expr apply(Expr expr) {
        return replacement.apply(expr).orElseGet(() -> ExprRewrite.mapChildren(expr, this::apply));
    }
}
