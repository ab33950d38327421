package dev.sheaf.sql.join;

import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;

/// What an expression asks of a sub-query.
public sealed interface Question {

    /// The query that is asked.
    Subquery query();

    /// The expressions of the query around that the answer depends on.
    default List<Expr> readers() {
        List<Expr> readers = new ArrayList<>(query().outers().values());
        if (this instanceof Any any) {
            readers.addAll(any.operands());
        }
        return readers;
    }

    /// The value of its one row, null if there is none.
    record Value(Subquery query) implements Question {}

    /// Whether it gives a row.
    record Exists(Subquery query) implements Question {}

    /// Whether the operands compare with the values of one of its rows; null if that depends on nulls.
    record Any(Subquery query, List<Expr> operands, Function comparison) implements Question {
        public Any {
            operands = List.copyOf(operands);
        }

        /// The comparison with some values.
        Expr compare(List<Expr> own, List<Expr> values) {
            Expr result = null;
            for (int i = 0; i < own.size(); i++) {
                Expr one = Expressions.call(comparison, own.get(i), values.get(i));
                result = result == null ? one : result.and(one);
            }
            return java.util.Objects.requireNonNull(result);
        }
    }
}
