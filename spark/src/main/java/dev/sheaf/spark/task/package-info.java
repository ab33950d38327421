/// What runs in Spark's tasks. Start at [dev.sheaf.spark.task.PartialTask] and [dev.sheaf.spark.task.FinalTask].
@NullMarked
package dev.sheaf.spark.task;

import org.jspecify.annotations.NullMarked;
