/// Writes into columns, which others take for immutable: [ColumnWrites] writes in place only what no other
/// view sees.
@NullMarked
package dev.sheaf.column.write;

import org.jspecify.annotations.NullMarked;
