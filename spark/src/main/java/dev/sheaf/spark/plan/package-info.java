/// Our operators in Spark's physical plans, and the rule that puts them there. Start at
/// [dev.sheaf.spark.plan.SheafRule].
@NullMarked
package dev.sheaf.spark.plan;

import org.jspecify.annotations.NullMarked;
