/// Plans to batches: an improved logical plan goes in, a source of batches comes out.
///
/// `Lowering` turns it into a [PhysicalPlan], which says how each step runs (what streams, what takes in all rows
/// first, what keeps only the top rows); `Operators` opens one. Start at [PhysicalPlan] and `Operators`.
/// `StreamOrder` says in which order rows come and why that holds with many threads.
///
/// What a step does lies elsewhere: conditions and projections in `dev.sheaf.expr.eval`, groups behind
/// [dev.sheaf.groupby.Backends], sorting in `dev.sheaf.order`, windows in `dev.sheaf.window`, joins in package `join`.
/// Rows that wait for others are collected in package `rows`, and go to disk by `dev.sheaf.spill`.
@NullMarked
package dev.sheaf.plan.physical;

import org.jspecify.annotations.NullMarked;
