/// Rows on their way through an operator: batches collected, columns appended, rows sorted in memory or on disk.
///
/// Start at [BatchCollector], which puts the batches of a stream together, and [SortInput], which lets them wait
/// for a sort that may go to disk.
@NullMarked
package dev.sheaf.plan.physical.rows;

import org.jspecify.annotations.NullMarked;
