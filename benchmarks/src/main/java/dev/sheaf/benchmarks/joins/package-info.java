/// `sheaf bench joins`: random joins of two tables beside DuckDB.
///
/// Start at [JoinsBench]. [JoinTables] makes the tables, [JoinShapes] draws the queries.
@NullMarked
package dev.sheaf.benchmarks.joins;

import org.jspecify.annotations.NullMarked;
