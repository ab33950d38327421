package dev.sheaf.sql.change;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.tree.Alteration;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Clauses.TableKey;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes and drops indexes. No query reads them: one that is UNIQUE is a key of its table, and any other a name.
final class IndexStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;

    IndexStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
    }

    /// Makes an index. One that is UNIQUE writes the whole table.
    ///
    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if the table or a column is not there, or the name is taken
    /// @throws RuntimeException as queries; or if rows violate a UNIQUE
    long create(Statement.CreateIndex create, QueryContext context) {
        String name = create.index().text();
        Entry.Made made = new TableStatements(binder, catalogue).made(create.table(), create);
        if (catalogue.tableOfIndex(name).isPresent()) {
            if (create.existing() == Existing.KEEP) {
                return 0;
            }
            throw binder.error(create.index(), "there is an index " + name + " already");
        }
        check(create);
        Optional<TableKey> key =
                create.unique() ? Optional.of(new TableKey(false, columns(create), create.at())) : Optional.empty();
        return alter(made, new Alteration.AddIndex(create.index(), key), create, context);
    }

    private void check(Statement.CreateIndex create) {
        List<Item> items = create.elements().stream()
                .map(element -> new Item(element, Optional.empty(), element.at()))
                .toList();
        Relation table = new Relation.Named(create.table(), create.at());
        LogicalPlan _ = binder.plan(Query.Select.of(items, Optional.of(table), create.at()));
    }

    private List<Name> columns(Statement.CreateIndex create) {
        List<Name> columns = new ArrayList<>();
        for (Expression element : create.elements()) {
            if (!(element instanceof Expression.Column column)) {
                throw binder.error(element, "a UNIQUE INDEX takes columns, no expressions");
            }
            columns.add(column.last());
        }
        return columns;
    }

    /// Drops an index, and the key that it is.
    ///
    /// @return 0
    /// @throws dev.sheaf.sql.tree.QueryError if it is not there, unless IF EXISTS is written
    long drop(Statement.DropIndex drop, QueryContext context) {
        Name name = drop.index().getLast();
        Optional<Entry.Made> made = catalogue.tableOfIndex(name.text());
        if (made.isEmpty() && !drop.ifExists()) {
            throw binder.error(drop, "there is no index " + name.text());
        }
        return made.isPresent() ? alter(made.get(), new Alteration.DropIndex(name), drop, context) : 0;
    }

    private long alter(Entry.Made made, Alteration alteration, Statement statement, QueryContext context) {
        List<Name> table = List.of(new Name(made.name(), statement.at()));
        Statement.Alter alter = new Statement.Alter(false, false, table, alteration, statement.at());
        return new AlterStatements(binder, catalogue).alter(alter, context);
    }
}
