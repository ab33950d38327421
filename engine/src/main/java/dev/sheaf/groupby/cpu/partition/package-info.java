/// Rows and groups put in order of the partition of their key's hash.
///
/// In come morsels, or the groups of a table; out come blocks that lie by partition, so that each partition is grouped
/// in a table that fits the caches. [RowCollector] packs keys into words, [Partitioner] takes groups.
///
/// Start at [RowCollector].
@NullMarked
package dev.sheaf.groupby.cpu.partition;

import org.jspecify.annotations.NullMarked;
