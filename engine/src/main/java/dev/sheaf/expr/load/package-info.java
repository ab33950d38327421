/// Columns and constants as vectors, where every tree of nodes begins: [ColumnNode] reads a column of the batch
/// with a reader of its layout, [ConstantNode] holds one value for all rows, [DictionaryColumns] show the values of
/// a dictionary as if they were the rows of a table. Start at [ColumnNode].
@NullMarked
package dev.sheaf.expr.load;

import org.jspecify.annotations.NullMarked;
