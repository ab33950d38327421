/// What is known of values without reading them, and which rows can be left out for it.
///
/// Rows lie in blocks: the row groups of a Parquet file, the morsels of a table in memory. Of a column of a
/// block, [ValueBounds] says the least and greatest value and how many are null. A footer states them; of a
/// table, [TableBounds] finds them out once conditions ask for them. [Pruning] tells by them that a condition
/// holds for no row of a block, also where it compares expressions, through which [RangeAnalysis] carries what is
/// known; [BlockOrder] which blocks come first in a search for the first rows. Start at [Pruning].
@NullMarked
package dev.sheaf.query.bounds;

import org.jspecify.annotations.NullMarked;
