package dev.sheaf.sql.bind.scope;

import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Modifiers;
import dev.sheaf.sql.tree.Macro;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Substitution;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// What calls of macros stand for. Arguments are put in as they are written. In a query of the macro, names of columns
/// get their relations, so that they mean what they mean at the call unless the query has such a relation, too, as in
/// DuckDB.
public final class Macros {
    private final Origins origins;
    private final Parameters parameters;

    public Macros(Origins origins, Parameters parameters) {
        this.origins = origins;
        this.parameters = parameters;
    }

    /// The expression of a call, if it is one of a macro that stands in expressions.
    ///
    /// @param inQueries what an argument is in a query of the macro
    /// @throws dev.sheaf.sql.tree.QueryError if the arguments do not fit
    public Optional<Expression> expression(Expression.Call call, UnaryOperator<Expression> inQueries) {
        return body(call, false, inQueries).map(Expression.class::cast);
    }

    /// The query of a call, if it is one of a macro that stands in FROM.
    ///
    /// @throws dev.sheaf.sql.tree.QueryError if the arguments do not fit
    public Optional<Query> query(Expression.Call call) {
        return body(call, true, UnaryOperator.identity()).map(Query.class::cast);
    }

    private Optional<Node> body(Expression.Call call, boolean table, UnaryOperator<Expression> inQueries) {
        List<Macro> bodies =
                call.function().size() == 1 ? parameters.macro(call.name().toLowerCase(Locale.ROOT)) : List.of();
        if (bodies.isEmpty() || bodies.getFirst().isTable() != table) {
            return Optional.empty();
        }
        if (!call.modifiers().equals(Modifiers.NONE) || call.over().isPresent()) {
            throw origins.error(call, call.name() + " is a macro; it takes no DISTINCT, FILTER, ORDER BY or OVER");
        }
        for (Macro macro : bodies) {
            Optional<Substitution> fitting = macro.of(call, inQueries);
            if (fitting.isPresent()) {
                Node body = fitting.get().in(macro.body());
                origins.add(fitting.get().parts(), call, "macros");
                return Optional.of(body);
            }
        }
        throw origins.error(call, "the arguments do not fit the macro; it takes " + signatures(call, bodies));
    }

    private static String signatures(Expression.Call call, List<Macro> bodies) {
        return bodies.stream()
                .map(macro -> macro.parameters().stream()
                        .map(parameter ->
                                parameter.name().text() + (parameter.otherwise().isPresent() ? " := ..." : ""))
                        .collect(Collectors.joining(", ", call.name() + "(", ")")))
                .collect(Collectors.joining(" or "));
    }
}
