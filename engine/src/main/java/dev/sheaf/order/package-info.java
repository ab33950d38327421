/// The one order of rows: sorting, merging, first rows.
///
/// Start at [Sorting], which finds the row numbers of columns in sorted order on all threads. [RowOrder] compares
/// two rows. [TopRows] keeps the first rows of a stream by a threshold, and [SortedMerge] merges sorted streams.
///
/// All of them order values as [dev.sheaf.column.ColumnComparator] does: -0.0 = 0.0 < ... < infinity < NaN, nulls
/// where [dev.sheaf.column.SortDirection] puts them. Equal rows keep the order of their numbers.
@NullMarked
package dev.sheaf.order;

import org.jspecify.annotations.NullMarked;
