/// Columns and constants as vectors, where every tree of nodes begins: [ColumnNode] reads a column of the batch
/// with a reader of its layout, [ConstantNode] holds one value for all rows, [DictionaryMapping] turns the codes of one
/// dictionary into those of another. Start at [ColumnNode].
@NullMarked
package dev.sheaf.expr.load;

import org.jspecify.annotations.NullMarked;
