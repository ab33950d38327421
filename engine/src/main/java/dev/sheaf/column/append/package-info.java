/// Tables put one below the other while they are made.
///
/// Start at [TableAppender], which several threads hand their tables to; [AppendedColumn] is the room of a column.
@NullMarked
package dev.sheaf.column.append;

import org.jspecify.annotations.NullMarked;
