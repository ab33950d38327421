package dev.sheaf.sql.bind.expression;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprRewrite;
import dev.sheaf.expr.Expressions;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.ColumnChoice;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.bind.scope.SelectContext;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Substitution;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Where an expression stands: its SELECT, its clause, the column that COLUMNS means, which names an alias hides, and
/// the parameters of the lambdas around, by name in small letters.
record ExpressionSite(
        SelectContext context,
        Clause clause,
        ColumnChoice choice,
        Predicate<String> hiddenByAlias,
        Map<String, Parameter> lambda) {

    /// A parameter of a lambda: the column that stands for it, and its type; of the value so far of a reduction the
    /// type that it begins with.
    record Parameter(String column, DataType type) {}

    static ExpressionSite of(SelectContext context, Clause clause) {
        return new ExpressionSite(context, clause, new ColumnChoice(), _ -> false, Map.of());
    }

    ExpressionSite in(Clause other) {
        return new ExpressionSite(context, other, choice, _ -> false, lambda);
    }

    /// The same where some relations cannot be named.
    ExpressionSite seeing(Expression.Seeing some) {
        Scope scope = context.scope().seen(some.relation().text(), some.others());
        return new ExpressionSite(context.over(scope), clause, choice, hiddenByAlias, lambda);
    }

    ExpressionSite with(ColumnChoice other) {
        return new ExpressionSite(context, clause, other, hiddenByAlias, lambda);
    }

    ExpressionSite within(Map<String, Parameter> parameters) {
        return new ExpressionSite(context, clause, choice, hiddenByAlias, parameters);
    }

    Optional<Parameter> parameter(Name name) {
        return Optional.ofNullable(lambda.get(name.text().toLowerCase(Locale.ROOT)));
    }

    /// An expression for a query inside: simple names of columns have those of their relations in front, so that they
    /// mean the same there.
    Expression qualified(Expression expression) {
        Map<String, Expression> columns = new HashMap<>();
        Map<String, Expression> relations = new HashMap<>(); // columns that are called like a relation
        for (String name : Substitution.columns(expression)) {
            if (!lambda.containsKey(name)) {
                Map<String, Expression> own = context.scope().isRelation(name) ? relations : columns;
                context.relationOf(name).ifPresent(relation -> own.put(name, column(relation, name, expression.at())));
            }
        }
        Span at = expression.at();
        Expression qualified = columns.isEmpty() ? expression : new Substitution(columns, Map.of(), at).in(expression);
        return relations.isEmpty()
                ? qualified
                : Substitution.ofNamesAlone(relations, at).in(qualified);
    }

    private static Expression column(String relation, String name, Span at) {
        return new Expression.Column(List.of(new Name(relation, at), new Name(name, at)), at);
    }

    QueryError error(Node node, String problem) {
        return context.origins().error(node, problem);
    }

    /// What is made, its errors at the place of a node.
    <T> T placing(Node node, Supplier<T> made) {
        try {
            return made.get();
        } catch (QueryError inner) {
            throw inner;
        } catch (IllegalArgumentException refused) {
            throw error(node, Origins.message(refused));
        }
    }

    DataType type(Expr expr, Node node) {
        Expr known = lambda.isEmpty() ? expr : ExprRewrite.mapColumns(expr, this::typed);
        return context.origins().type(known, context.calls().typing(), node);
    }

    /// A column, or of a parameter something of its type.
    private Expr typed(String name) {
        return lambda.values().stream()
                .filter(parameter -> parameter.column().equals(name))
                .findFirst()
                .<Expr>map(parameter -> Expressions.lit(null).cast(parameter.type()))
                .orElseGet(() -> Expressions.col(name));
    }

    /// An alias may bring an aggregate or window to where it is not taken.
    Expr checkCalls(Expr expr, Node node) {
        if (!clause.takesAggregates() && context.calls().holdsAggregate(expr)) {
            throw aggregateRefused(node);
        }
        if (!clause.takesWindows() && context.calls().holdsWindow(expr)) {
            throw windowRefused(node);
        }
        if (!clause.takesUnnest() && context.calls().holdsUnnest(expr)) {
            throw unnestRefused(node);
        }
        return expr;
    }

    QueryError aggregateRefused(Node node) {
        String hint = clause == Clause.WHERE ? "; use HAVING to choose among groups" : "";
        return error(node, clause.words() + " cannot hold an aggregate" + hint);
    }

    QueryError windowRefused(Node node) {
        String hint = clause == Clause.WHERE || clause == Clause.HAVING ? "; use QUALIFY to choose by it" : "";
        return error(node, clause.words() + " cannot hold a window function" + hint);
    }

    QueryError unnestRefused(Node node) {
        return error(node, clause.words() + " cannot hold unnest; unnest in a sub-query");
    }
}
