/// Keys to dense group ids: the groupers.
///
/// In come key columns, a chunk at a time; out comes an id a row, and the keys of all groups at the end. [Grouper]
/// is the contract, one implementation serves each kind of key.
///
/// Start at [Grouper].
@NullMarked
package dev.sheaf.groupby.cpu.group;

import org.jspecify.annotations.NullMarked;
