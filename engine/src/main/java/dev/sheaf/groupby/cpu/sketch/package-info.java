/// Summaries of values that take no more memory than was asked for, one for each group.
///
/// In go hashes or numbers and the ids of their groups. Start at [Registers], which holds the registers of HyperLogLog;
/// [RegisterBytes] makes the bytes of them that a state leaves as.
@NullMarked
package dev.sheaf.groupby.cpu.sketch;

import org.jspecify.annotations.NullMarked;
