package dev.sheaf.sql.change;

import dev.sheaf.column.Names;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Node;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Optional;

/// Finds and drops what a statement names.
final class DropStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;

    DropStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
    }

    /// Drops a table or view.
    ///
    /// @return 0
    /// @throws QueryError if it is not there, unless IF EXISTS is written, or is the other kind
    long drop(Statement.Drop drop) {
        Optional<Entry> entry = catalogue.find(drop.name());
        if (entry.isEmpty() && !drop.ifExists()) {
            throw unknown(Name.ofTable(drop.name()), drop);
        }
        entry.ifPresent(found -> {
            checkKind(found, drop.view(), "DROP", drop);
            checkUnused(found.name(), drop);
            catalogue.remove(found.name());
        });
        return 0;
    }

    /// @throws QueryError if another table has a key of this one
    void checkUnused(String name, Node node) {
        try {
            catalogue.foreignKeys().checkUnused(name);
        } catch (IllegalArgumentException used) {
            throw binder.error(node, String.valueOf(used.getMessage()));
        }
    }

    /// @throws QueryError if a table is named as a view, or a view as a table
    void checkKind(Entry entry, boolean view, String what, Node node) {
        boolean isView = entry instanceof Entry.View;
        if (isView != view) {
            throw binder.error(
                    node,
                    "\"" + entry.name() + "\" is a " + (isView ? "view" : "table") + "; write " + what
                            + (isView ? " VIEW" : " TABLE"));
        }
    }

    /// The name of a table or view that is to be made.
    ///
    /// @throws QueryError if its schema is not there
    String free(List<Name> path, Node node) {
        String name = Name.ofTable(path);
        boolean hasSchema = path.size() > 1 && !name.equals(path.getLast().text());
        if (hasSchema && catalogue.schemaOf(name).isEmpty()) {
            throw binder.error(node, "there is no schema for \"" + name + "\"; CREATE SCHEMA makes one");
        }
        return path.size() > 1 ? name : catalogue.definitions().inUse(name);
    }

    QueryError unknown(String name, Node node) {
        List<String> names = catalogue.names();
        String known = names.isEmpty() ? "" : "; tables: " + String.join(", ", names);
        return binder.error(node, "there is no table \"" + name + "\"" + known + "." + Names.didYouMean(name, names));
    }
}
