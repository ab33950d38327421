package dev.sheaf.sql.bind;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.expression.ExpressionBinder;
import dev.sheaf.sql.bind.scope.Clause;
import dev.sheaf.sql.bind.scope.Scope;
import dev.sheaf.sql.join.UniqueNames;
import dev.sheaf.sql.rows.Unnesting;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Binds `unnest(list)` in FROM.
final class UnnestBinder {
    private static final String UNNEST = "unnest";

    private final FromContext context;

    UnnestBinder(FromContext context) {
        this.context = context;
    }

    static boolean isUnnest(Relation.Function function) {
        return function.call().name().equalsIgnoreCase(UNNEST) && !function.ordinality();
    }

    /// The rows of the left side, each with the elements of a list that is computed of them. Rows without elements
    /// have one of null, if they are `kept`.
    ///
    /// @param named the function, or what gives it an alias
    From bind(From left, Relation.Function function, Relation named, boolean kept) {
        Expr list = list(left, function);
        LogicalPlan rows = context.filtered(left, function);
        String name = new UniqueNames(rows.schema().names()).unique(UNNEST);
        List<Expr> columns = new ArrayList<>();
        rows.schema().names().forEach(column -> columns.add(Expressions.col(column)));
        columns.add(list.as(name));
        LogicalPlan lists = new LogicalPlan.Project(rows, columns);
        LogicalPlan unnested = kept ? new LogicalPlan.Unnest(lists, name) : Unnesting.of(lists, name);
        List<Scope.Column> known = new ArrayList<>(left.scope().columns());
        known.add(elements(named, name));
        return new From(unnested, new Scope(unnested.schema(), known), List.of());
    }

    private Expr list(From left, Relation.Function function) {
        List<Expression.Argument> arguments = function.call().arguments();
        if (arguments.size() != 1) {
            throw context.origins().error(function, "unnest takes one list in FROM");
        }
        ExpressionBinder binder = context.expressions(left.scope(), Clause.FROM);
        Expr list = binder.bind(arguments.getFirst().value());
        if (!(binder.type(list, function).decoded() instanceof DataType.ListType)) {
            throw context.origins().error(function, "unnest takes a list");
        }
        context.refuseOuters(list, function);
        return list;
    }

    private static Scope.Column elements(Relation named, String name) {
        if (named instanceof Relation.Aliased(var _, Name alias, List<Name> columns, var _)) {
            String shown = columns.isEmpty() ? UNNEST : columns.getFirst().text();
            return new Scope.Column(Optional.of(alias.text()), shown, name, true);
        }
        return new Scope.Column(Optional.of(UNNEST), UNNEST, name, true);
    }
}
