/// Keys to dense group ids: the groupers.
///
/// In come key columns, a chunk at a time; out comes an id a row, and the keys of all groups at the end. [SingleGroup]
/// serves requests without keys, [TextGrouper] one key of text, [WordGrouper] keys packed into words, and
/// [NumberedGrouper] keys that are group numbers already.
///
/// Start at [Grouper], which is the contract.
@NullMarked
package dev.sheaf.groupby.cpu.group;

import org.jspecify.annotations.NullMarked;
