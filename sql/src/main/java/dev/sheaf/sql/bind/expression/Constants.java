package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.function.Literals;
import dev.sheaf.sql.tree.Expression;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/// Values of expressions that read no column: of LIMIT, and of the arguments of functions in FROM.
public final class Constants {
    private final Origins origins;
    private final Parameters parameters;

    public Constants(Origins origins, Parameters parameters) {
        this.origins = origins;
        this.parameters = parameters;
    }

    /// The whole number that an expression is, if it is a constant one.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if it cannot be bound
    public Optional<BigInteger> wholeNumber(Expression expression) {
        Optional<BigInteger> written = Literals.wholeNumber(expression);
        if (written.isPresent() || expression instanceof Expression.Column) {
            return written;
        }
        return value(expression).flatMap(Literals::wholeValue);
    }

    /// The number that an expression is, if it is a constant one.
    public Optional<BigDecimal> number(Expression expression) {
        return expression instanceof Expression.Column
                ? Optional.empty()
                : value(expression).filter(Number.class::isInstance).map(number -> new BigDecimal(number.toString()));
    }

    /// The text that an expression is, if it is a constant one.
    public Optional<String> text(Expression expression) {
        Optional<String> written = Literals.text(expression);
        if (written.isPresent() || expression instanceof Expression.Column) {
            return written;
        }
        return value(expression).filter(String.class::isInstance).map(String.class::cast);
    }

    /// Whether an expression is NULL of any type, as a parameter may be.
    public boolean isNull(Expression expression) {
        return !(expression instanceof Expression.Column) && bound(expression).isNull();
    }

    /// Whether an expression is a constant date or timestamp.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if it cannot be bound
    public boolean isMoment(Expression expression) {
        DataType type = bound(expression).type();
        return type instanceof DataType.DateType || type instanceof DataType.TimestampType;
    }

    private Optional<Object> value(Expression expression) {
        return bound(expression) instanceof BoundExpr.Constant(Object value, var _)
                ? Optional.ofNullable(value)
                : Optional.empty();
    }

    private BoundExpr bound(Expression expression) {
        SelectContext context = SelectContext.of(origins, parameters, Scope.EMPTY);
        Expr expr = new ExpressionBinder(context, Clause.VALUES).bind(expression);
        return Binder.bind(expr, Scope.EMPTY.schema());
    }
}
