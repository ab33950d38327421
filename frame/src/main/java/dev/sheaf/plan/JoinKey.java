package dev.sheaf.plan;

import static dev.sheaf.expr.Expressions.col;

import dev.sheaf.expr.Expr;

/// Two expressions that have to be equal, one of each side of a join. Nulls equal nothing, unless `nullSafe`,
/// where they equal each other.
public record JoinKey(Expr left, Expr right, boolean nullSafe) {

    /// Columns of one name.
    public static JoinKey on(String column) {
        return on(col(column), col(column));
    }

    /// A column of the left side and one of the right side.
    public static JoinKey on(String left, String right) {
        return on(col(left), col(right));
    }

    /// Expressions over the left and over the right columns.
    public static JoinKey on(Expr left, Expr right) {
        return new JoinKey(left, right, false);
    }

    @Override
    public String toString() {
        return left.outputName() + (nullSafe ? " is not distinct from " : " = ") + right.outputName();
    }
}
