/// Operators over the rows of tables on a device. Start at [dev.sheaf.groupby.cuda.rows.RowOperators].
@NullMarked
package dev.sheaf.groupby.cuda.rows;

import org.jspecify.annotations.NullMarked;
