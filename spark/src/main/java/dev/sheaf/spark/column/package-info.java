/// Spark's rows and vectors as tables of Sheaf, and back. Start at [dev.sheaf.spark.column.BatchFiller].
@NullMarked
package dev.sheaf.spark.column;

import org.jspecify.annotations.NullMarked;
