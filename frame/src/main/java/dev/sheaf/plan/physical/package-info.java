/// Plans to batches: an improved logical plan goes in, a source of batches comes out.
///
/// `Lowering` turns it into a [PhysicalPlan], which says how each step runs (what streams, what takes in all rows
/// first, what keeps only the top rows); `Operators` opens one. Start at [PhysicalPlan] and `Operators`.
/// `StreamOrder` says in which order rows come and why that holds with many threads.
@NullMarked
package dev.sheaf.plan.physical;

import org.jspecify.annotations.NullMarked;
