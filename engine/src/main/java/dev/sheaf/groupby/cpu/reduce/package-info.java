/// State per group id: all reductions, the results made of them, and the loop that several share.
///
/// In come group ids and argument values, or states that another thread exported; out come states as columns, and
/// result columns by a [Finalizer]. [AggregateCompiler] chooses the reductions of an aggregate. Reductions that add
/// or compare share one loop, which [FusedLoops] generates for the combination asked for.
///
/// Start at [Reduction].
@NullMarked
package dev.sheaf.groupby.cpu.reduce;

import org.jspecify.annotations.NullMarked;
