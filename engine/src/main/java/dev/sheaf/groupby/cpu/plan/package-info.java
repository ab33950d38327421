/// A request, compiled.
///
/// In comes a [dev.sheaf.groupby.GroupByRequest]; out comes a [GroupByPlan]: where keys and arguments come from,
/// which reductions run, and what the results are made of. It is immutable and shared by all threads.
///
/// Start at [GroupByPlan].
@NullMarked
package dev.sheaf.groupby.cpu.plan;

import org.jspecify.annotations.NullMarked;
