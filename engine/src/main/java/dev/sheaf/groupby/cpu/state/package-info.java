/// The states of a table's groups while rows arrive.
///
/// In come rows, with their keys and, where they were looked up, their group ids; out come reductions that have
/// everything. Each table has [ReductionStates], to which all states go in the end, and at most one other
/// [StateStore] in front of them that takes rows at less cost (`direct`).
///
/// Start at [StateStore].
@NullMarked
package dev.sheaf.groupby.cpu.state;

import org.jspecify.annotations.NullMarked;
