package dev.sheaf.sql.change;

import dev.sheaf.sql.bind.StatementBinder;
import dev.sheaf.sql.change.catalogue.Catalogue;
import dev.sheaf.sql.function.value.Sequence;
import dev.sheaf.sql.tree.Name;
import dev.sheaf.sql.tree.Statement;
import dev.sheaf.sql.tree.Statement.Existing;
import java.util.List;

/// Makes and drops sequences.
final class SequenceStatements {
    private final StatementBinder binder;
    private final Catalogue catalogue;

    SequenceStatements(StatementBinder binder, Catalogue catalogue) {
        this.binder = binder;
        this.catalogue = catalogue;
    }

    /// Makes a sequence.
    ///
    /// @return 0
    /// @throws QueryError if there is one already, or its start lies outside of its bounds
    long create(Statement.CreateSequence create) {
        String name = create.sequence().text();
        boolean replace = create.existing() == Existing.REPLACE;
        if (replace) {
            checkUnused(create.sequence());
        }
        if (!catalogue.definitions().addSequence(name, sequence(create), replace)
                && create.existing() == Existing.FAIL) {
            throw binder.error(create.sequence(), "there is a sequence " + name + "; write CREATE OR REPLACE SEQUENCE");
        }
        return 0;
    }

    private void checkUnused(Name sequence) {
        List<String> tables = catalogue.tablesOf(sequence.text());
        if (!tables.isEmpty()) {
            throw binder.error(
                    sequence,
                    "a column of the table \"" + tables.getFirst() + "\" has its default from this sequence;"
                            + " drop the default first: ALTER TABLE ... ALTER ... DROP DEFAULT");
        }
    }

    private Sequence sequence(Statement.CreateSequence create) {
        boolean rises = create.increment() > 0;
        long least = create.least().orElse(rises ? 1 : Long.MIN_VALUE);
        long most = create.most().orElse(rises ? Long.MAX_VALUE : -1);
        long start = create.start().orElse(rises ? least : most);
        try {
            return new Sequence(create.sequence().text(), start, create.increment(), least, most, create.cycles());
        } catch (IllegalArgumentException outside) {
            throw binder.error(create, String.valueOf(outside.getMessage()));
        }
    }

    /// Drops a sequence.
    ///
    /// @return 0
    /// @throws QueryError if it is not there, unless IF EXISTS is written, or a default of a column needs it
    long drop(Statement.DropSequence drop) {
        checkUnused(drop.sequence());
        if (!catalogue.definitions().removeSequence(drop.sequence().text()) && !drop.ifExists()) {
            throw binder.error(
                    drop.sequence(), "there is no sequence " + drop.sequence().text());
        }
        return 0;
    }
}
