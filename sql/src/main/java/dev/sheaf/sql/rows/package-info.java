/// Datasets that SQL makes: the rows of VALUES ([ConstantRows]), of queries one after the other ([UnionRows]),
/// of tables in memory ([StoredTable]) and of functions over files ([FileFunctions]).
///
/// In come tables or plans, out come datasets, which the binder puts below the scans of a plan. Start at
/// [StoredTable], whose edits are [RowEdits].
@NullMarked
package dev.sheaf.sql.rows;

import org.jspecify.annotations.NullMarked;
