/// Summaries of values that take no more memory than was asked for, one for each group.
///
/// [Registers] holds the registers of HyperLogLog of each group; [RegisterBytes] makes the bytes of them that a state
/// leaves as. [Digest] is one t-digest at a time.
@NullMarked
package dev.sheaf.groupby.cpu.sketch;

import org.jspecify.annotations.NullMarked;
