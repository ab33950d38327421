/// Datasets that SQL makes: the rows of VALUES, of range, of queries one after the other, and of tables in memory.
@NullMarked
package dev.sheaf.sql.rows;

import org.jspecify.annotations.NullMarked;
