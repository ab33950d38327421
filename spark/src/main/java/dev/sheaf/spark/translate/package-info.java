/// From Spark's aggregations to requests of Sheaf. Start at [dev.sheaf.spark.translate.Translator].
@NullMarked
package dev.sheaf.spark.translate;

import org.jspecify.annotations.NullMarked;
