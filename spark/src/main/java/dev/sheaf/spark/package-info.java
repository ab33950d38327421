/// Group-bys of Apache Spark on Sheaf. Start at [dev.sheaf.spark.SheafPlugin], then at `SheafRule`, which replaces both
/// halves of an aggregation or neither.
@NullMarked
package dev.sheaf.spark;

import org.jspecify.annotations.NullMarked;
