/// Statements that change something: CREATE, ALTER, INSERT, UPDATE, DELETE, MERGE, DROP, COPY and transactions.
///
/// Start at [Changes], which runs one. [Catalogue] knows the tables of a session: those that it was given, and
/// those and the views that statements made; an `Entry` is one of them, and `TableRules` are what its rows have
/// to keep. Each kind of statement has a class: `TableStatements` makes tables, `AlterStatements` alters them,
/// `CopyStatements` writes and reads files, and so on for views, schemas, indexes, sequences, types and macros.
/// What adds, changes or takes out rows is a `RowChange`; `Assignment` brings rows into the columns of a table.
/// A `Snapshot` is what a transaction comes back to.
@NullMarked
package dev.sheaf.sql.change;

import org.jspecify.annotations.NullMarked;
