package dev.sheaf.sql.tree;

import dev.sheaf.sql.tree.Clauses.ColumnDefinition;
import dev.sheaf.sql.tree.Clauses.TableKey;
import java.util.List;
import java.util.Optional;

/// What ALTER does with a table.
public sealed interface Alteration {

    /// RENAME TO, which a view takes, too.
    record RenameTable(Name name) implements Alteration {}

    /// `RENAME [COLUMN] a TO b`.
    record RenameColumn(Name column, Name name) implements Alteration {}

    /// `ADD [COLUMN]`; `keys` are those that the definition of the column says.
    record AddColumn(boolean ifNotExists, ColumnDefinition column, List<TableKey> keys) implements Alteration {}

    /// ADD PRIMARY KEY or UNIQUE.
    record AddKey(TableKey key) implements Alteration {}

    /// CREATE INDEX, which is known by its name alone; one that is UNIQUE is a key, too.
    record AddIndex(Name name, Optional<TableKey> key) implements Alteration {}

    /// DROP INDEX.
    record DropIndex(Name name) implements Alteration {}

    /// `DROP [COLUMN]`.
    record DropColumn(boolean ifExists, Name column) implements Alteration {}

    /// `ALTER [COLUMN] a TYPE t`, by way of `using` where that is said.
    record SetType(Name column, TypeName type, List<Name> collation, Optional<Expression> using)
            implements Alteration {}

    /// `ALTER [COLUMN] a SET DEFAULT`, or DROP DEFAULT without a value.
    record SetDefault(Name column, Optional<Expression> value) implements Alteration {}

    /// `ALTER [COLUMN] a SET NOT NULL`, or DROP NOT NULL.
    record SetNotNull(Name column, boolean notNull) implements Alteration {}
}
