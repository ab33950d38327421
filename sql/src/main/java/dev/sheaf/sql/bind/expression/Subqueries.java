package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.join.Question;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/// Binds queries in the expressions of a SELECT: `(SELECT ...)`, EXISTS, IN, ANY and ALL. In expressions the answer is
/// a column, see [Calls].
final class Subqueries {
    private final ExpressionBinder expressions;

    Subqueries(ExpressionBinder expressions) {
        this.expressions = expressions;
    }

    private SelectContext.Inner inner(Expression node, Query query) {
        SelectContext context = expressions.context();
        return context.inner()
                .orElseThrow(() -> expressions.error(node, expressions.clause().words() + " cannot hold a query"))
                .bind(query, context);
    }

    /// The answer to what a node asks.
    Expr bind(Expression node) {
        return switch (node) {
            case Expression.Scalar scalar -> value(scalar);
            case Expression.Exists exists -> {
                SelectContext.Inner bound = inner(exists, forExistence(exists.query()));
                yield column(new Question.Exists(bound.query()), exists, DataType.BOOL);
            }
            case Expression.InQuery in -> {
                Expr among = any(in, in.operand(), Function.EQUAL, in.query());
                yield in.negated() ? among.not() : among;
            }
            case Expression.Quantified quantified -> quantified(quantified);
            default -> throw new IllegalArgumentException("no query: " + node);
        };
    }

    private Expr column(Question question, Expression node, DataType type) {
        return expressions.context().calls().column(question, expressions.nameOf(node), type);
    }

    private Expr value(Expression.Scalar scalar) {
        SelectContext.Inner bound = inner(scalar, scalar.query());
        if (bound.types().size() != 1) {
            throw expressions.error(
                    scalar,
                    "a query for one value has one column; this one has "
                            + bound.types().size());
        }
        return column(new Question.Value(bound.query()), scalar, bound.types().getFirst());
    }

    /// `x < ALL (...)` is `NOT x >= ANY (...)`.
    private Expr quantified(Expression.Quantified node) {
        if (!(node.among() instanceof Expression.Scalar among)) {
            throw expressions.error(node.among(), "ANY and ALL take a query here; of a list they are not supported");
        }
        Function function = function(node);
        Expr any = any(node, node.operand(), node.every() ? opposite(function) : function, among.query());
        return node.every() ? any.not() : any;
    }

    private Function function(Expression.Quantified node) {
        return switch (node.operator()) {
            case Operator.EQUAL -> Function.EQUAL;
            case Operator.NOT_EQUAL -> Function.NOT_EQUAL;
            case Operator.LESS -> Function.LESS;
            case Operator.LESS_OR_EQUAL -> Function.LESS_OR_EQUAL;
            case Operator.GREATER -> Function.GREATER;
            case Operator.GREATER_OR_EQUAL -> Function.GREATER_OR_EQUAL;
            default ->
                throw expressions.error(
                        node,
                        "ANY and ALL stand behind =, <>, <, <=, > or >=, not "
                                + node.operator().symbol());
        };
    }

    private static Function opposite(Function function) {
        return switch (function) {
            case EQUAL -> Function.NOT_EQUAL;
            case NOT_EQUAL -> Function.EQUAL;
            case LESS -> Function.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> Function.GREATER;
            case GREATER -> Function.LESS_OR_EQUAL;
            default -> Function.LESS;
        };
    }

    private Expr any(Expression node, Expression operand, Function comparison, Query query) {
        List<Expression> written =
                operand instanceof Expression.Row row && comparison == Function.EQUAL ? row.values() : List.of(operand);
        List<Expr> operands = written.stream().map(expressions::bind).toList();
        SelectContext.Inner bound = inner(node, withoutDistinct(query));
        if (bound.types().size() != operands.size()) {
            throw expressions.error(
                    node,
                    "this compares " + operands.size() + (operands.size() == 1 ? " value" : " values")
                            + " with a query of " + bound.types().size()
                            + (bound.types().size() == 1 ? " column" : " columns"));
        }
        for (int i = 0; i < operands.size(); i++) {
            check(node, comparison, operands.get(i), bound.types().get(i));
        }
        Question.Any any = new Question.Any(bound.query(), operands, comparison);
        return column(any, node, DataType.BOOL);
    }

    private void check(Expression node, Function comparison, Expr operand, DataType type) {
        DataType own = expressions.type(operand, node);
        try {
            expressions.type(
                    Expressions.call(comparison, operand, Expressions.lit(null).cast(type)), node);
        } catch (QueryError mixed) {
            throw expressions.error(
                    node,
                    own + " \"" + operand.outputName() + "\" cannot be compared with the " + type
                            + " that the query gives; cast one of them");
        }
    }

    /// Whether there is a row does not depend on how often, in which order, and on a LIMIT that lets one through.
    private static Query forExistence(Query query) {
        if (query instanceof Query.Ordered ordered
                && ordered.offset().isEmpty()
                && ordered.limit().map(Subqueries::letsOneThrough).orElse(true)) {
            return forExistence(ordered.body());
        }
        return withoutDistinct(query);
    }

    private static boolean letsOneThrough(Limit limit) {
        Optional<BigInteger> count = limit.percent() ? Optional.empty() : Literals.wholeNumber(limit.count());
        return count.filter(number -> number.signum() > 0).isPresent();
    }

    private static Query withoutDistinct(Query query) {
        return query instanceof Query.Select select
                        && select.distinct().distinct()
                        && select.distinct().on().isEmpty()
                ? new Query.Select(
                        Query.Distinctness.ALL,
                        select.items(),
                        select.from(),
                        select.where(),
                        select.groupBy(),
                        select.having(),
                        select.windows(),
                        select.qualify(),
                        select.sample(),
                        select.at())
                : query;
    }
}
