/// What each row of a table on a device gets from the rows of its group: scans, shifts, fills, ranks.
///
/// Start at [RowScans]. [RunSort] brings the rows of each group together, in an order, and leaves [RowRuns]:
/// where each row is and where its run and its peers begin and end. [RunPicks] says for each row which row or
/// number it gets, by `runs.cu`; running values come from [dev.sheaf.groupby.cuda.rows.RunningRows].
/// [ScanSupport] says what the CPU computes. [RowGrouping] finds the groups that are kept: [GroupedRows].
@NullMarked
package dev.sheaf.groupby.cuda.runs;

import org.jspecify.annotations.NullMarked;
