/// Statements that change something: CREATE, INSERT, UPDATE, DELETE, DROP and COPY.
///
/// Start at [Changes], which runs one. [Catalogue] knows the tables of a session: those that it was given, and those
/// and the views that statements made. `TableStatements` makes, fills and drops tables, `ViewStatements` views, and
/// `CopyStatements` writes and reads files. `Assignment` brings rows into the columns of a table.
@NullMarked
package dev.sheaf.sql.change;

import org.jspecify.annotations.NullMarked;
