/// State per group id: all reductions.
///
/// In come group ids and argument values, or states that another thread exported; out come states as columns.
/// [AggregateCompiler] chooses the reductions of an aggregate, and how package `finish` makes its result of their
/// states.
///
/// Start at [Reduction].
@NullMarked
package dev.sheaf.groupby.cpu.reduce;

import org.jspecify.annotations.NullMarked;
