package dev.sheaf.sql.join;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// A condition on several relations and the columns that it reads, which are looked up once: an order of joins asks for
/// them in every round.
///
/// @param number its place among those of a query
/// @param sides what is equal, if the condition is an equality; else nothing
record Link(int number, Expr condition, Set<String> reads, List<Side> sides) {

    /// One side of an equality.
    record Side(Expr expr, Set<String> reads) {
        boolean isOf(Predicate<Set<String>> part) {
            return !reads.isEmpty() && part.test(reads);
        }
    }

    static Link of(int number, Expr condition) {
        List<Side> sides = Equality.isOne(condition)
                ? condition.unaliased().children().stream()
                        .map(side -> new Side(side, ExprColumns.of(side)))
                        .toList()
                : List.of();
        return new Link(number, condition, ExprColumns.of(condition), sides);
    }

    /// The equality that this is between two parts, if it is one; each says whether columns are its own.
    Optional<Equality> between(Predicate<Set<String>> first, Predicate<Set<String>> second) {
        if (sides.isEmpty()) {
            return Optional.empty();
        }
        Side left = sides.getFirst();
        Side right = sides.getLast();
        if (left.isOf(first) && right.isOf(second)) {
            return Optional.of(new Equality(left.expr(), right.expr()));
        }
        return right.isOf(first) && left.isOf(second)
                ? Optional.of(new Equality(right.expr(), left.expr()))
                : Optional.empty();
    }
}
