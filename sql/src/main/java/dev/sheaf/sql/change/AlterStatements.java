package dev.sheaf.sql.change;

import dev.sheaf.query.QueryContext;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.change.catalogue.TableRules;
import dev.sheaf.sql.rows.StoredTable;
import dev.sheaf.sql.tree.Alteration;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Statement;
import java.util.List;
import java.util.Optional;

/// Alters tables: a query makes the rows of a new table, which takes the place of the old one. What changes no column
/// copies nothing.
final class AlterStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;
    private final DropStatements names;

    AlterStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
        this.names = new DropStatements(binder, catalogue);
    }

    /// Alters a table or view. Where another statement changes the table meanwhile, the query runs again.
    ///
    /// @return 0
    /// @throws QueryError if a name is not there or is taken, types do not fit, or a key needs the column
    /// @throws RuntimeException as queries; or if rows violate a new rule
    long alter(Statement.Alter alter, QueryContext context) {
        while (true) {
            Optional<Entry> found = find(alter);
            if (found.isEmpty() || altered(found.get(), alter, context)) {
                return 0;
            }
        }
    }

    private Optional<Entry> find(Statement.Alter alter) {
        String name = Name.ofTable(alter.name());
        Optional<Entry> found = catalogue.find(alter.name());
        if (found.isEmpty() && !alter.ifExists()) {
            throw names.unknown(name, alter);
        }
        found.filter(entry -> !isRenamedView(entry, alter))
                .ifPresent(entry -> names.checkKind(entry, alter.view(), "ALTER", alter));
        return found;
    }

    /// ALTER TABLE renames views, too.
    private static boolean isRenamedView(Entry entry, Statement.Alter alter) {
        return entry instanceof Entry.View && alter.alteration() instanceof Alteration.RenameTable;
    }

    private boolean altered(Entry entry, Statement.Alter alter, QueryContext context) {
        if (entry instanceof Entry.View view && alter.alteration() instanceof Alteration.RenameTable(Name name)) {
            String there = catalogue.beside(view.name(), name.text());
            return replaced(view, Optional.empty(), new Entry.View(there, view.binding()), alter);
        }
        Entry.Made made = new TableStatements(binder, catalogue).made(alter.name(), alter);
        if (!keepsKeys(alter.alteration())
                && !catalogue.foreignKeys().referrers(made.name()).isEmpty()) {
            throw binder.error(alter, "a key of a table refers to \"" + made.name() + "\", which stays as it is");
        }
        return switch (alter.alteration()) {
            case Alteration.RenameTable(Name name) -> {
                String there = catalogue.beside(made.name(), name.text());
                Entry.Made renamed = new Entry.Made(there, made.table(), made.rules(), made.references());
                boolean done = replaced(made, Optional.empty(), renamed, alter);
                if (done) {
                    made.table().rename(there);
                }
                yield done;
            }
            case Alteration.SetDefault set -> ruled(made, new Altered(made, binder, alter).defaults(set), alter);
            case Alteration.AddIndex(Name name, var key)
            when key.isEmpty() -> ruled(made, made.rules().withIndex(name.text(), List.of()), alter);
            case Alteration.DropIndex(Name name) -> ruled(made, made.rules().withoutIndex(name.text()), alter);
            default -> rewritten(made, alter, context);
        };
    }

    /// Whether an alteration leaves a table its name and what may be a key of it.
    private static boolean keepsKeys(Alteration alteration) {
        return switch (alteration) {
            case Alteration.AddColumn _, Alteration.AddKey _, Alteration.AddIndex _, Alteration.SetDefault _ -> true;
            case Alteration.RenameTable _, Alteration.RenameColumn _, Alteration.DropColumn _ -> false;
            case Alteration.SetType _, Alteration.SetNotNull _, Alteration.DropIndex _ -> false;
        };
    }

    /// The same table by other rules, which its rows keep.
    private boolean ruled(Entry.Made made, TableRules rules, Statement.Alter alter) {
        return replaced(
                made, Optional.empty(), new Entry.Made(made.name(), made.table(), rules, made.references()), alter);
    }

    private boolean rewritten(Entry.Made made, Statement.Alter alter, QueryContext context) {
        StoredTable.Version version = made.table().version();
        Optional<Altered> altered = new Altered(made, binder, alter).by(alter.alteration());
        if (altered.isEmpty()) {
            return true;
        }
        StoredTable table = new StoredTable(made.name(), altered.get().schema(), context.pool());
        try {
            Entry.Made after = new Entry.Made(made.name(), table, altered.get().rules(), made.references());
            long _ = new Insertion(after, altered.get().rows()).count(context);
            if (replaced(made, Optional.of(version), after, alter)) {
                return true;
            }
        } catch (RuntimeException | Error failure) {
            table.close();
            throw failure;
        }
        table.close();
        return false;
    }

    private boolean replaced(Entry before, Optional<StoredTable.Version> version, Entry after, Statement.Alter alter) {
        try {
            return catalogue.replace(before, version, after);
        } catch (IllegalArgumentException taken) {
            throw binder.error(alter, String.valueOf(taken.getMessage()));
        }
    }
}
