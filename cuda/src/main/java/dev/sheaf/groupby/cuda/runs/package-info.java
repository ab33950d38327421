/// What each row of a table on a device gets from the rows of its group: scans, shifts, fills, ranks; and lists of
/// these rows.
///
/// Start at [RowScans]. Running values, fills and near shifts, each a [RunningScan], come from [RunningScans], by
/// `scan_groups.cu`, which leaves rows mixed: [ScanPlaces] says where they are, [Slots] how many groups a block holds,
/// [HashedParts] finds very many groups. For all else [RunSort] brings the rows of each group together, in an order,
/// and leaves [RowRuns]: where each row is and where its run and its peers begin and end. [RunPicks] says for each row
/// which row or number it gets, by `runs.cu`. [ScanSupport] says what the CPU computes. [RowGrouping] finds the groups
/// that are kept: [GroupedRows]. [GroupLists] makes lists of the values of each group.
@NullMarked
package dev.sheaf.groupby.cuda.runs;

import org.jspecify.annotations.NullMarked;
