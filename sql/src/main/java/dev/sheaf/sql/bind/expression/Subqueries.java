package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.sql.bind.scope.Collation;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.join.Question;
import dev.sheaf.sql.join.Subquery;
import dev.sheaf.sql.tree.Clauses.Limit;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Operator;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.QueryError;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Binds queries in the expressions of a SELECT: `(SELECT ...)`, EXISTS, IN, ANY and ALL. In expressions the
/// answer is a column, see [CallColumns].
final class Subqueries {
    private final PartBinder expressions;

    Subqueries(PartBinder expressions) {
        this.expressions = expressions;
    }

    private SelectContext.Inner inner(Expression node, Query query) {
        SelectContext context = expressions.context();
        return context.inner()
                .orElseThrow(() -> expressions.error(node, expressions.clause().words() + " cannot hold a query"))
                .bind(query, context)
                .unordered();
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
            case Expression.Quantified quantified
            when quantified.among() instanceof Expression.Scalar among -> quantified(quantified, among.query());
            case Expression.Quantified ofList -> overList(ofList);
            case Expression.ArrayOf array -> expressions.part(Quantifiers.list(array));
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
        Expr value =
                column(new Question.Value(bound.query()), scalar, bound.types().getFirst());
        return Optional.ofNullable(
                        bound.collations().get(bound.columns().getFirst().name()))
                .map(how -> expressions.context().origins().collations().note(value, how))
                .orElse(value);
    }

    /// `x < ALL (...)` is `NOT x >= ANY (...)`.
    private Expr quantified(Expression.Quantified node, Query among) {
        Expr any = any(node, node.operand(), function(compared(node)), among);
        return node.every() ? any.not() : any;
    }

    private Expr overList(Expression.Quantified node) {
        DataType type = node.among() instanceof Expression.Row
                ? DataType.BOOL
                : expressions.type(expressions.part(node.among()), node.among()).decoded();
        if (!(type instanceof DataType.ListType) && !type.equals(DataType.NULL)) {
            throw expressions.error(node.among(), "ANY and ALL take a query or a list");
        }
        return expressions.part(Quantifiers.overList(node, compared(node)));
    }

    /// The comparison that ANY makes; that of ALL is opposite to the one that is written.
    private Operator compared(Expression.Quantified node) {
        Operator operator = node.operator();
        Operator opposite = switch (operator) {
            case EQUAL -> Operator.NOT_EQUAL;
            case NOT_EQUAL -> Operator.EQUAL;
            case LESS -> Operator.GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> Operator.GREATER;
            case GREATER -> Operator.LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> Operator.LESS;
            default ->
                throw expressions.error(
                        node, "ANY and ALL stand behind =, <>, <, <=, > or >=, not " + operator.symbol());
        };
        return node.every() ? opposite : operator;
    }

    private static Function function(Operator comparison) {
        return switch (comparison) {
            case EQUAL -> Function.EQUAL;
            case NOT_EQUAL -> Function.NOT_EQUAL;
            case LESS -> Function.LESS;
            case LESS_OR_EQUAL -> Function.LESS_OR_EQUAL;
            case GREATER -> Function.GREATER;
            default -> Function.GREATER_OR_EQUAL;
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
        return column(compared(operands, bound, comparison), node, DataType.BOOL);
    }

    /// The comparison of values, or of what stands for them where texts are collated.
    private Question.Any compared(List<Expr> operands, SelectContext.Inner bound, Function comparison) {
        Subquery query = bound.query();
        SelectContext context = expressions.context();
        List<Expr> own = new ArrayList<>();
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Expr value = query.values().get(i);
            String name = bound.columns().get(i).name();
            Expr operand = operands.get(i);
            Optional<Collation> how = context.said(operand)
                    .or(() -> Optional.ofNullable(bound.collations().get(name)))
                    .or(() -> context.collation(operand));
            own.add(how.map(given -> given.key(operand)).orElse(operand));
            values.add(how.map(given -> given.key(value)).orElse(value));
        }
        return new Question.Any(query.withValues(values), own, comparison);
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
                ? select.ofAll()
                : query;
    }
}
