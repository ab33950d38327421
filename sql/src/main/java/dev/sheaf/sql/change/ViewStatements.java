package dev.sheaf.sql.change;

import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.bind.scope.Parameters;
import dev.sheaf.sql.bind.scope.Relations;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.QueryError;
import dev.sheaf.sql.tree.Source;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Makes views: queries that are bound anew whenever they are named, over the tables that there are then.
final class ViewStatements {
    private final StatementBinder binder;
    private final Source source;
    private final Catalogue catalogue;

    ViewStatements(StatementBinder binder, Source source, Catalogue catalogue) {
        this.binder = binder;
        this.source = source;
        this.catalogue = catalogue;
    }

    /// Makes a view.
    ///
    /// @return 0
    /// @throws QueryError if its name is taken, or its query cannot be bound
    long create(Statement.CreateView create) {
        String name = new DropStatements(binder, catalogue).free(create.view(), create);
        Entry.View view = new Entry.View(name, relations -> bound(create, relations));
        Optional<Entry> found = catalogue.find(name);
        boolean keeps = create.existing() == Existing.KEEP;
        if (keeps && found.orElse(null) instanceof Entry.View) {
            return 0; // without a look at the query, as in DuckDB
        }
        if (!keeps) {
            found.ifPresent(entry -> check(create, entry));
        }
        LogicalPlan _ = bound(create, catalogue.relations());
        if (keeps && found.isPresent()) {
            return 0;
        }
        if (create.existing() == Existing.REPLACE) {
            catalogue.put(view);
        } else if (!catalogue.putIfAbsent(view)) {
            throw taken(create);
        }
        return 0;
    }

    private void check(Statement.CreateView create, Entry found) {
        if (create.existing() == Existing.FAIL) {
            throw taken(create);
        }
        new DropStatements(binder, catalogue).checkKind(found, true, "CREATE OR REPLACE", create);
    }

    private QueryError taken(Statement.CreateView create) {
        return binder.error(
                create,
                "there is a table or view \"" + Name.ofTable(create.view())
                        + "\" already; write CREATE OR REPLACE VIEW");
    }

    private LogicalPlan bound(Statement.CreateView create, Relations relations) {
        Parameters functions = catalogue.with(Parameters.of(List.of()));
        return new StatementBinder(source, relations, functions, binder.pool(), UnaryOperator.identity())
                .plan(create.query(), create.columns());
    }
}
