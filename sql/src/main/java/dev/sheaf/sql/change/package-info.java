/// Statements that change something: CREATE, ALTER, INSERT, UPDATE, DELETE, MERGE, DROP, COPY and transactions.
///
/// Start at [Changes], which runs one. Each kind of statement has a class: `TableStatements` makes tables,
/// `AlterStatements` alters them, `CopyStatements` writes and reads files, and so on for views, schemas, indexes,
/// sequences, types and macros. What adds, changes or takes out rows is a `RowChange`. What there is by name lies in
/// package `catalogue`.
@NullMarked
package dev.sheaf.sql.change;

import org.jspecify.annotations.NullMarked;
