/// One thread's groups: a grouper and the stores of their states wired together.
///
/// In come morsels, packed rows or states of other tables; out come groups with their states.
///
/// Start at [GroupTable].
@NullMarked
package dev.sheaf.groupby.cpu.table;

import org.jspecify.annotations.NullMarked;
