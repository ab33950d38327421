/// `sheaf bench windows`: random windows over one table beside DuckDB.
///
/// Start at [WindowsBench]. [WindowTable] makes the rows, [WindowShapes] draws the queries, [WindowCalls] their calls.
@NullMarked
package dev.sheaf.benchmarks.windows;

import org.jspecify.annotations.NullMarked;
