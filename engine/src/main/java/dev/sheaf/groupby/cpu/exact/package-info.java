/// Sums of doubles without rounding, for results that are the same whatever the order of rows.
///
/// In go doubles and the ids of their groups. Start at [ExactSums], which holds one sum a group as [Limbs] of a short
/// window; the few groups whose values fall outside have another in [WideSums]. [ExactNumber] is one such sum taken
/// out, and [ExactRounding] makes it the nearest double.
@NullMarked
package dev.sheaf.groupby.cpu.exact;

import org.jspecify.annotations.NullMarked;
