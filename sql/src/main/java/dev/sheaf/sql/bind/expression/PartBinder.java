package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.ResultNames;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import java.util.List;

/// Binds the parts of an expression for those who bind what holds them.
interface PartBinder {

    ExpressionSite site();

    /// The expression of a node.
    ///
    /// @throws QueryError if a name or function is not there, types do not fit, or the clause does not take it
    Expr bind(Expression node);

    /// An expression whose types are checked with those of what it is a part of.
    Expr part(Expression node);

    /// As [#part], of what may fail for all rows, as a cast of a constant does.
    Expr attempted(Expression node);

    /// As [#bind], where a condition is meant: a number holds unless it is 0.
    Expr condition(Expression node);

    /// The same for another clause of the same SELECT.
    PartBinder in(Clause other);

    /// A lambda, whose parameters hide columns and the parameters of the lambdas around.
    Expr lambda(List<Name> parameters, Expression body, List<DataType> types);

    /// The columns that `*` and COLUMNS mean here.
    ColumnsBinder columns();

    default List<Expr> parts(List<Expression> nodes) {
        return nodes.stream().map(this::part).toList();
    }

    default DataType type(Expr expr, Node node) {
        return site().type(expr, node);
    }

    default String nameOf(Expression node) {
        return new ResultNames(context().scope(), site().choice()).of(node);
    }

    default SelectContext context() {
        return site().context();
    }

    default Clause clause() {
        return site().clause();
    }

    default QueryError error(Node node, String problem) {
        return site().error(node, problem);
    }
}
