package dev.sheaf.sql.change;

import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;

/// Makes and drops macros. What one says is looked at when it is called, with the arguments in it.
final class MacroStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;

    MacroStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
    }

    /// Makes a macro.
    ///
    /// @return 0
    /// @throws QueryError if SQL has a function of its name, or there is one already
    long create(Statement.CreateMacro create) {
        String name = create.macro().text();
        if (StatementBinder.isFunction(name)) {
            throw binder.error(create.macro(), "SQL has a function " + name + "; take another name");
        }
        boolean replace = create.existing() == Existing.REPLACE;
        if (!catalogue.definitions().addMacro(name, create.bodies(), replace) && create.existing() == Existing.FAIL) {
            throw binder.error(
                    create.macro(), "there is a macro or function " + name + "; write CREATE OR REPLACE MACRO");
        }
        return 0;
    }

    /// Drops a macro.
    ///
    /// @return 0
    /// @throws QueryError if it is not there, unless IF EXISTS is written
    long drop(Statement.DropMacro drop) {
        if (!catalogue.definitions().removeMacro(drop.macro().text()) && !drop.ifExists()) {
            throw binder.error(drop.macro(), "there is no macro " + drop.macro().text());
        }
        return 0;
    }
}
