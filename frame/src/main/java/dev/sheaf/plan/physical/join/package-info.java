/// Joins: the right side with hashes or sorted, pairs of its rows and left ones, the columns gathered for them.
///
/// Start at [JoinSource], which gives the rows of a join by hash, and [AsofStep], which finds nearest rows.
/// [BuildTable] holds the right side, whose rows a [RightIndex] finds, and
/// [JoinSteps] tests pairs and gathers their columns.
@NullMarked
package dev.sheaf.plan.physical.join;

import org.jspecify.annotations.NullMarked;
