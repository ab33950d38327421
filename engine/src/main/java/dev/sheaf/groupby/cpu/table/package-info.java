/// One thread's groups: a grouper and the states wired together.
///
/// In come morsels, packed rows or states of other tables; out come groups with their states.
///
/// `Groupers` choose how keys become ids. `TableMerge` adds the groups of one table to another, for threads that have
/// few; many go through `partition`, and what memory does not hold through `spill`.
///
/// Start at [GroupTable].
@NullMarked
package dev.sheaf.groupby.cpu.table;

import org.jspecify.annotations.NullMarked;
