package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import java.util.List;

/// Which row of the right side an as-of join gives a left row: of those for which `left comparison right` is true the
/// one whose `right` is nearest to `left`. Nulls compare with nothing.
///
/// @param comparison GREATER_OR_EQUAL or GREATER for the greatest that is not above, LESS_OR_EQUAL or LESS for
///     the least that is not below
public record Nearest(Expr left, Function comparison, Expr right) {
    public Nearest {
        switch (comparison) {
            case GREATER_OR_EQUAL, GREATER, LESS_OR_EQUAL, LESS -> {}
            default ->
                throw new IllegalArgumentException("an as-of join compares by >=, >, <= or <, not " + comparison);
        }
    }

    /// The last row at or before the left one, by columns of one name.
    public static Nearest atOrBefore(String column) {
        return new Nearest(col(column), Function.GREATER_OR_EQUAL, col(column));
    }

    /// The first row at or after the left one, by columns of one name.
    public static Nearest atOrAfter(String column) {
        return new Nearest(col(column), Function.LESS_OR_EQUAL, col(column));
    }

    /// The two values as a key, which the join brings to one type.
    public JoinKey key() {
        return JoinKey.on(left, right);
    }

    /// The same between other expressions.
    public Nearest of(JoinKey values) {
        return new Nearest(values.left(), comparison, values.right());
    }

    @Override
    public String toString() {
        return new Expr.Call(comparison, List.of(left, right)).outputName();
    }
}
