package dev.sheaf.sql.change;

import dev.sheaf.sql.bind.from.FromBinder;
import dev.sheaf.sql.change.catalogue.Entry;
import dev.sheaf.sql.tree.Clauses.Item;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Relation;
import dev.sheaf.sql.tree.Span;
import java.util.List;
import java.util.Optional;

/// A table that a statement changes, as its queries know it: by its alias, or else by its name, with the schema in
/// front and without.
record ChangedTable(Entry.Made made, List<Name> path, Optional<Name> alias, Span at) {

    /// What no other relation of the query is called.
    Name name() {
        return alias.orElseGet(() -> new Name(
                FromBinder.qualified(made.table().name()), path.getLast().at()));
    }

    /// All its columns.
    Item columns() {
        Expression star = new Expression.Star(List.of(name()), List.of(), List.of(), List.of(), at);
        return new Item(star, Optional.empty(), at);
    }

    /// The rows that queries call [RowStatements#TARGET].
    Relation relation() {
        Relation rows = new Relation.Named(List.of(new Name(RowStatements.TARGET, at)), at);
        Relation named = new Relation.Aliased(rows, alias.orElseGet(path::getLast), List.of(), at);
        return alias.isPresent() ? named : new Relation.Target(named, name(), at);
    }
}
