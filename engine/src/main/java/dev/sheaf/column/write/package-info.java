/// Writes into columns, which others take for immutable: in go a column and values, out comes the column that
/// has them. Start at [ColumnWrites], which writes in place only what no other view sees.
@NullMarked
package dev.sheaf.column.write;

import org.jspecify.annotations.NullMarked;
