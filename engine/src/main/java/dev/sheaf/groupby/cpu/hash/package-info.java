/// Hash tables from packed keys to dense group ids.
///
/// In come hashes and words; out come ids in order of first appearance. [WordTable] is the interface of the three
/// tables: indexed by the key, one word a key, several words a key. [Slots] is the open-addressed array below the
/// latter two, [Probe] the way of a chunk through it without a branch a row. Nothing here knows
/// of columns.
///
/// Start at [WordTable].
@NullMarked
package dev.sheaf.groupby.cpu.hash;

import org.jspecify.annotations.NullMarked;
