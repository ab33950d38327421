package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.SortDirection;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.plan.SortKey;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Expression;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// `arg_min(x, by, n)` and `arg_max(x, by, n)`: the values of the n rows with the least or greatest `by`, as a list.
///
/// @param order in which the rows are
/// @param values all of them; rows in which a value or `by` is null are left out
record ExtremeRows(List<SortKey> order, Expr.Aggregate values, long count) {
    private static final Set<String> LEAST = Set.of("arg_min", "argmin", "min_by");
    private static final Set<String> GREATEST = Set.of("arg_max", "argmax", "max_by");

    static boolean takes(Expression.Call call) {
        String name = call.name().toLowerCase(Locale.ROOT);
        return call.arguments().size() == 3 && (LEAST.contains(name) || GREATEST.contains(name));
    }

    /// @throws IllegalArgumentException if the number of rows is no constant
    static ExtremeRows of(String name, List<Expr> arguments) {
        int count = Literals.wholeNumber(arguments.getLast())
                .filter(number -> number.signum() > 0 && number.bitLength() < Integer.SIZE)
                .map(BigInteger::intValue)
                .orElseThrow(() -> new IllegalArgumentException(
                        "the third argument of " + name + " is how many rows to take: a constant of 1 or more"));
        Expr taken = arguments.getFirst();
        Expr by = arguments.get(1);
        SortDirection direction = new SortDirection(GREATEST.contains(name), false);
        Expr filter = taken.isNotNull().and(by.isNotNull());
        Expr.Aggregate values =
                new Expr.Aggregate(new Aggregation.CollectList(false), List.of(taken), Optional.of(filter), false);
        return new ExtremeRows(List.of(new SortKey(by, direction)), values, count);
    }

    /// The first ones of all values in order.
    Expr first(Expr all) {
        return new Expr.Call(
                Function.LIST_SLICE, List.of(all, Expressions.lit(1L), Expressions.lit(count), Expressions.lit(1L)));
    }
}
