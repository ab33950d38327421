package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.groupby.cuda.general.KeyRange;
import dev.sheaf.memory.Buffer;

/// What sorts rows by group.
///
/// @param numbers of the groups of the rows, 32 bits
/// @param range begins with the number of the first group
record SortKeys(Buffer numbers, KeyRange range) {}
