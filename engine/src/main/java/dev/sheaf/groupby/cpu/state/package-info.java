/// The states of a table's groups while rows arrive.
///
/// In come the group ids of rows and their arguments; out come reductions that have everything.
///
/// Start at [ReductionStates].
@NullMarked
package dev.sheaf.groupby.cpu.state;

import org.jspecify.annotations.NullMarked;
