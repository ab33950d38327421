/// A chunk of rows as the loops of the group-by see it, and memory that grows with groups.
///
/// In come the columns of a [Morsel]; out go arrays of plain values. [ArgumentVector] widens a chunk of an argument
/// to longs or doubles once for all who read it. [ReductionInput] joins it with group ids, in which nulls and filters
/// are -1 already. [StateColumn] holds one state a group; [GroupRows] keeps input rows open for
/// reductions whose state is the rows of the group. [CpuSettings] has the constants of the whole group-by.
///
/// Start at [ReductionInput].
@NullMarked
package dev.sheaf.groupby.cpu.chunk;

import org.jspecify.annotations.NullMarked;
