package dev.sheaf.sql.bind.from;

import dev.sheaf.sql.bind.expression.Constants;
import dev.sheaf.sql.bind.scope.Origins;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tables that a constant text names, as macros do that take the name of a table.
record NamedTables(Origins origins, Constants constants) {

    /// The rows of `query_table('t')`, or of `query_table(['t', 'u'])` one after the other.
    Query query(Expression.Call call) {
        if (call.arguments().size() != 1) {
            throw wrong(call);
        }
        Expression given = call.arguments().getFirst().value();
        List<Expression> names =
                given instanceof Expression.ListOf(List<Expression> elements, var _) ? elements : List.of(given);
        if (names.isEmpty()) {
            throw wrong(call);
        }
        List<Query> tables = new ArrayList<>();
        names.forEach(name -> tables.add(all(constants.text(name).orElseThrow(() -> wrong(call)), call.at())));
        List<Query.Branch> others = tables.subList(1, tables.size()).stream()
                .map(table -> new Query.Branch(Query.SetOperation.UNION, true, false, table))
                .toList();
        return others.isEmpty() ? tables.getFirst() : new Query.Combined(tables.getFirst(), others, call.at());
    }

    private RuntimeException wrong(Expression.Call call) {
        return origins.error(call, "query_table takes the name of a table as a text, or a list of names");
    }

    private static Query all(String table, Span at) {
        Item all = new Item(Expression.Star.all(at), Optional.empty(), at);
        return Query.Select.of(List.of(all), Optional.of(new Relation.Named(path(table, at), at)), at);
    }

    /// A name with dots as its parts.
    static List<Name> path(String table, Span at) {
        return List.of(table.split("\\.")).stream()
                .map(part -> new Name(part, at))
                .toList();
    }
}
