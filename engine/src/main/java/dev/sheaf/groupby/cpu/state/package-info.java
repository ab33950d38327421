/// The states of a table's groups while rows arrive.
///
/// In come the group ids of rows and their arguments; out come reductions that have taken every row. A chunk goes
/// through all reductions before the next one comes, so that its ids and values stay in the first-level cache.
/// [SharedCounts] keeps one count for all arguments that have had no null so far.
///
/// Start at [ReductionStates].
@NullMarked
package dev.sheaf.groupby.cpu.state;

import org.jspecify.annotations.NullMarked;
