package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads PRAGMA, of which those are there that ask for something: each is a query.
final class PragmaParser {
    private final Cursor cursor;

    PragmaParser(Cursor cursor) {
        this.cursor = cursor;
    }

    Query pragma(int start) {
        cursor.next();
        Name name = cursor.name();
        return switch (name.text().toLowerCase(java.util.Locale.ROOT)) {
            case "table_info" -> tableInfo(start);
            case "show_tables" -> new Query.ShowTables(false, cursor.from(start));
            case "show_tables_expanded" -> new Query.ShowTables(true, cursor.from(start));
            default ->
                throw cursor.error(
                        name.at(),
                        "PRAGMA knows table_info('t'), show_tables and show_tables_expanded; settings go with the"
                                + " QueryContext of a query");
        };
    }

    /// CHECKPOINT, ANALYZE and VACUUM, perhaps of a table: nothing has to be done.
    Query upkeep(int start) {
        cursor.next();
        cursor.accept("ANALYZE");
        if (cursor.token().isName()) {
            cursor.path(cursor.name());
            cursor.names();
        }
        Span at = cursor.from(start);
        Item success = new Item(new Expression.Bool(true, at), Optional.of(new Name("Success", at)), at);
        return Query.Ordered.withoutRows(Query.Select.of(List.of(success), Optional.empty(), at));
    }

    /// `CALL f(x)`: the rows of a function of FROM.
    Query call(int start, Supplier<Expression> function) {
        cursor.next();
        if (!(function.get() instanceof Expression.Call call)) {
            throw cursor.error(cursor.from(start), "CALL takes a function of FROM: CALL range(3)");
        }
        Span at = cursor.from(start);
        return Query.Select.of(
                List.of(new Item(Expression.Star.all(at), Optional.empty(), at)),
                Optional.of(new Relation.Function(call, false, false, at)),
                at);
    }

    /// `table_info('t')`, `table_info(t)`.
    private Query tableInfo(int start) {
        Name table = cursor.parenthesised(() -> {
            int at = cursor.start();
            String path = Name.dotted(cursor.path(cursor.nameOrText()));
            return new Name(path, cursor.from(at));
        });
        Span at = cursor.from(start);
        Expression.Call call = new Expression.Call(
                List.of(new Name("pragma_table_info", at)),
                List.of(new Argument(Optional.empty(), new Expression.Text(table.text(), table.at()))),
                Expression.Modifiers.NONE,
                Optional.empty(),
                at);
        Expression all = Expression.Star.all(at);
        return Query.Select.of(
                List.of(new Item(all, Optional.empty(), at)),
                Optional.of(new Relation.Function(call, false, false, at)),
                at);
    }
}
