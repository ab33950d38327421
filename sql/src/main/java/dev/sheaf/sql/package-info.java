/// SQL text to a plan, which `dev.sheaf.plan` runs.
///
/// Start at [SqlSession]; a query that cannot be understood is a [SqlException]. A text becomes a tree in
/// `dev.sheaf.sql.parse` (the tree's types are in `dev.sheaf.sql.tree`) and the tree a plan in `dev.sheaf.sql.bind`,
/// where names are found and types checked; `dev.sheaf.sql.function` has what expressions know by name,
/// `dev.sheaf.sql.join` makes joins of relations and sub-queries, `dev.sheaf.sql.rows` has the datasets that SQL makes:
/// VALUES, range, UNION, tables in memory. `dev.sheaf.sql.change` runs statements that change something.
/// Types are those of `dev.sheaf.column`: there is no second type system.
@NullMarked
package dev.sheaf.sql;

import org.jspecify.annotations.NullMarked;
