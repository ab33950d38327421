/// The rows of groups in memory: chosen, ordered, and groups found by their keys.
///
/// In come group ids or the rows of each group; out come rows as numbers or as a table. Start at [GroupRowChoice],
/// which is head, tail, nth and sample; [GroupSort] orders rows inside groups, [GroupKeys] has keys and ids of groups,
/// [KeyIndex] finds the group of a key.
@NullMarked
package dev.sheaf.groupby.rows;

import org.jspecify.annotations.NullMarked;
