/// Keys of tables in memory, looked for among rows that are to come.
///
/// Start at [UniqueKeys], the keys of one table; a [ForeignKey] has the values of a key of another.
@NullMarked
package dev.sheaf.sql.keys;

import org.jspecify.annotations.NullMarked;
