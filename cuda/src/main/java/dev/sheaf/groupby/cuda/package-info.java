/// The group-by on a GPU: the choice of a strategy, the sequence of launches, the transfer to the device and back.
///
/// Phases carry the same names as on the CPU, so that two profiles can be laid side by side.
@NullMarked
package dev.sheaf.groupby.cuda;

import org.jspecify.annotations.NullMarked;
