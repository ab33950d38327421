/// Parquet files as Sheaf reads them, in the place of Spark's reader. Start at [dev.sheaf.spark.scan.SheafParquet].
@NullMarked
package dev.sheaf.spark.scan;

import org.jspecify.annotations.NullMarked;
