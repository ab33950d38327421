package dev.sheaf.sql.join;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.Function;
import java.util.Optional;
import java.util.Set;

/// A condition that two expressions are equal, one of each of two relations.
record Equality(Expr first, Expr second) {

    static boolean isOne(Expr condition) {
        return condition.unaliased() instanceof Expr.Call(Function function, var _)
                && (function == Function.EQUAL || function == Function.IS_NOT_DISTINCT_FROM);
    }

    /// The equality that a condition is between relations of these columns, if it is one.
    static Optional<Equality> between(Expr condition, Set<String> first, Set<String> second) {
        if (!isOne(condition)) {
            return Optional.empty();
        }
        Expr left = condition.unaliased().children().getFirst();
        Expr right = condition.unaliased().children().getLast();
        if (reads(left, first) && reads(right, second)) {
            return Optional.of(new Equality(left, right));
        }
        return reads(right, first) && reads(left, second) ? Optional.of(new Equality(right, left)) : Optional.empty();
    }

    private static boolean reads(Expr expr, Set<String> columns) {
        Set<String> read = ExprColumns.of(expr);
        return !read.isEmpty() && columns.containsAll(read);
    }
}
