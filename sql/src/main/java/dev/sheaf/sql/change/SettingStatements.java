package dev.sheaf.sql.change;

import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// SET and RESET.
final class SettingStatements {
    private static final Set<String> SCHEMA = Set.of("schema", "search_path");

    private final StatementBinder binder;
    private final Catalogue catalogue;

    SettingStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
    }

    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if there is no such setting, or it takes no such value
    long set(Statement.Set set) {
        String name = set.name().text();
        if (SCHEMA.contains(name.toLowerCase(Locale.ROOT))) {
            return use(set);
        }
        try {
            catalogue
                    .values()
                    .settings(
                            set.values().isEmpty()
                                    ? catalogue.values().settings().without(name)
                                    : catalogue.values().settings().with(name, value(set)));
            return 0;
        } catch (IllegalArgumentException refused) {
            throw binder.error(set, String.valueOf(refused.getMessage()));
        }
    }

    private long use(Statement.Set set) {
        String schema = set.values().isEmpty() ? "main" : value(set).replace("\"", "");
        return new SchemaStatements(binder, catalogue)
                .use(new Statement.Use(List.of(new Name(schema, set.at())), set.at()));
    }

    private String value(Statement.Set set) {
        if (set.values().size() > 1) {
            throw binder.error(set, "SET takes one value");
        }
        return switch (set.values().getFirst()) {
            case Expression.Text(String text, var _) -> text;
            case Expression.Numeral(String digits, var _) -> digits;
            case Expression.Bool(boolean truth, var _) -> String.valueOf(truth);
            case Expression.Column column
            when column.isSimple() -> column.last().text();
            default -> throw binder.error(set, "here a text, a number, true or false is needed");
        };
    }
}
