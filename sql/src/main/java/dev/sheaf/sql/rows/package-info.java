/// Datasets that SQL makes: the rows of VALUES, of range, and of queries one after the other.
@NullMarked
package dev.sheaf.sql.rows;

import org.jspecify.annotations.NullMarked;
