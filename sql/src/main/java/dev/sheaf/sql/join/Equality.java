package dev.sheaf.sql.join;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;

/// A condition that two expressions are equal, one of each of two relations.
record Equality(Expr first, Expr second) {

    static boolean isOne(Expr condition) {
        return condition.unaliased() instanceof Expr.Call(Function function, var _)
                && (function == Function.EQUAL || function == Function.IS_NOT_DISTINCT_FROM);
    }
}
