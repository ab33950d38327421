/// Keys of tables in memory: [UniqueKeys] are of one table, a [ForeignKey] has the values of a key of another.
@NullMarked
package dev.sheaf.sql.keys;

import org.jspecify.annotations.NullMarked;
