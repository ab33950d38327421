/// What nodes read and fill: the values of up to 1,024 rows at a time.
///
/// A [Node] computes the rows of a [Chunk] into its [Vector]: plain arrays and a bitmap of the valid rows. Values
/// under nulls are anything. A [ColumnWriter] collects vectors into a column. Start at [Vector]; the rest is
/// comparing, copying and searching in them.
@NullMarked
package dev.sheaf.expr.vector;

import org.jspecify.annotations.NullMarked;
