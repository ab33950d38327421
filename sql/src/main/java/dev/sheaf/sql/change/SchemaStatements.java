package dev.sheaf.sql.change;

import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Assignment;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Definitions;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.List;

/// Makes and drops schemas, whose tables have their name in front of theirs, and keeps comments.
final class SchemaStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;

    SchemaStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
    }

    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if there is one of this name
    long create(Statement.CreateSchema create) {
        String name = Name.ofSchema(create.schema());
        if (name.contains(".")) {
            throw binder.error(create, "a schema has a simple name");
        }
        boolean isNew = !name.equalsIgnoreCase(Definitions.MAIN)
                && catalogue.definitions().addSchema(name);
        if (!isNew && create.existing() == Existing.FAIL) {
            throw binder.error(create, "there is a schema " + name + "; write CREATE SCHEMA IF NOT EXISTS");
        }
        return 0;
    }

    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if it is not there, or has tables or views and CASCADE is not written
    long drop(Statement.DropSchema drop) {
        String name = Name.ofSchema(drop.schema());
        if (!catalogue.definitions().hasSchema(name)) {
            if (drop.ifExists() && !name.equalsIgnoreCase(Definitions.MAIN)) {
                return 0;
            }
            throw binder.error(drop, "there is no schema " + name + " that could be dropped");
        }
        List<String> within = catalogue.namesIn(name);
        if (!within.isEmpty() && !drop.cascade()) {
            throw binder.error(drop, "the schema has " + String.join(", ", within) + "; drop them, or write CASCADE");
        }
        within.forEach(catalogue::remove);
        catalogue.definitions().removeSchema(name);
        return 0;
    }

    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if there is no such schema
    long use(Statement.Use use) {
        String name = Name.ofSchema(use.schema());
        boolean isMain = name.equalsIgnoreCase(Definitions.MAIN) || name.equalsIgnoreCase("memory");
        if (!isMain && !catalogue.definitions().hasSchema(name)) {
            throw binder.error(use, "there is no schema " + name + "; CREATE SCHEMA makes one");
        }
        catalogue.definitions().use(name);
        return 0;
    }

    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if the table or column is not there
    long comment(Statement.Comment comment) {
        List<Name> path = comment.path();
        List<Name> table = comment.column() ? path.subList(0, path.size() - 1) : path;
        String column = comment.column()
                ? Assignment.of(
                                binder.plan(new Relation.Named(table, comment.at()))
                                        .schema(),
                                List.of(path.getLast()),
                                binder)
                        .columns()
                        .getFirst()
                        .name()
                : "";
        Entry entry = catalogue
                .find(table)
                .orElseThrow(() -> new DropStatements(binder, catalogue).unknown(Name.ofTable(table), comment));
        catalogue.comment(entry.name(), column, comment.text());
        return 0;
    }
}
