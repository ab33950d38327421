/// Groups on disk, where they do not fit the memory limit.
///
/// In come groups with their states; out come result tables, a partition at a time. [Spill] says when groups leave and
/// where they go, [SpillMerge] puts them together again as results are pulled.
///
/// Start at [Spill].
@NullMarked
package dev.sheaf.groupby.cpu.spill;

import org.jspecify.annotations.NullMarked;
