package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Expression.Argument;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads PRAGMA: most ask for something, as queries do; `PRAGMA name = value` is SET.
final class PragmaParser {
    private static final List<String> EXTENSIONS =
            List.of("parquet", "json", "httpfs", "icu", "core_functions", "autocomplete");

    private final Cursor cursor;

    PragmaParser(Cursor cursor) {
        this.cursor = cursor;
    }

    /// @param value reads the value of a setting
    Statement pragma(int start, Supplier<Expression> value) {
        cursor.next();
        Name name = cursor.name();
        if (cursor.acceptSymbol("=")) {
            return new Statement.Set(name, List.of(value.get()), cursor.from(start));
        }
        return new Statement.Rows(asked(name, start), cursor.from(start));
    }

    private Query asked(Name name, int start) {
        String key = name.text().toLowerCase(Locale.ROOT);
        return switch (key) {
            case "table_info" -> tableInfo(start);
            case "show_tables" -> new Query.ShowTables(false, cursor.from(start));
            case "show_tables_expanded" -> new Query.ShowTables(true, cursor.from(start));
            case "database_list", "version" -> {
                if (cursor.acceptSymbol("(")) {
                    cursor.expectSymbol(")");
                }
                yield rows("pragma_" + key, List.of(), cursor.from(start));
            }
            default -> {
                if (!isSwitch(key)) {
                    throw cursor.error(
                            name.at(),
                            "PRAGMA knows table_info('t'), show_tables, show_tables_expanded, database_list, version"
                                    + " and settings: PRAGMA threads = 4");
                }
                yield success(start);
            }
        };
    }

    /// Whether a word switches something of DuckDB's on or off that is not here.
    private static boolean isSwitch(String key) {
        return key.matches("(enable|disable)_(progress_bar|profiling|profile|object_cache|verification|optimizer"
                + "|checkpoint_on_shutdown|print_progress_bar)|force_checkpoint|verify_parallelism|verify_external");
    }

    /// CHECKPOINT, ANALYZE and VACUUM, perhaps of a table: nothing has to be done.
    Query upkeep(int start) {
        cursor.next();
        cursor.accept("ANALYZE");
        if (cursor.token().isName()) {
            cursor.path(cursor.name());
            cursor.names();
        }
        return success(start);
    }

    private Query success(int start) {
        Span at = cursor.from(start);
        Item success = new Item(new Expression.Bool(true, at), Optional.of(new Name("Success", at)), at);
        return Query.Ordered.withoutRows(Query.Select.of(List.of(success), Optional.empty(), at));
    }

    /// `INSTALL httpfs`, `LOAD httpfs`: what these extensions of DuckDB do is there anyway.
    Query extension(int start) {
        boolean force = cursor.next().is("FORCE");
        if (force) {
            cursor.expect("INSTALL");
        }
        Name name = cursor.nameOrText();
        if (!EXTENSIONS.contains(name.text().toLowerCase(Locale.ROOT))) {
            throw cursor.error(
                    name.at(),
                    "there is no extension " + name.text() + "; what " + String.join(", ", EXTENSIONS)
                            + " do is there without");
        }
        return success(start);
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
        Expression name = new Expression.Text(table.text(), table.at());
        return rows("pragma_table_info", List.of(new Argument(Optional.empty(), name)), cursor.from(start));
    }

    /// All that a function of FROM gives.
    static Query rows(String function, List<Argument> arguments, Span at) {
        Expression.Call call = new Expression.Call(
                List.of(new Name(function, at)), arguments, Expression.Modifiers.NONE, Optional.empty(), at);
        Expression all = Expression.Star.all(at);
        return Query.Select.of(
                List.of(new Item(all, Optional.empty(), at)),
                Optional.of(new Relation.Function(call, false, false, at)),
                at);
    }
}
