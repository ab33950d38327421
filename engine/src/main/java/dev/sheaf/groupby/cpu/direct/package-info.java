/// States without group ids: they lie at the key itself, or packed closely by id.
///
/// In come columns and what is known about the keys ([dev.sheaf.groupby.cpu.key.DirectKeys]); out come states, which
/// are flushed into reductions before anything reads groups. [StoreChoice] says when which is worth it, [DirectPlan]
/// which fields a request needs, [StateLayout] packs them into words, [DirectLoops] generates the loop from columns to
/// words, and [StateWords] is what it writes to. The package can be taken out as a whole: [DirectStates] and
/// [DenseStates] then take no rows.
///
/// Start at [DirectStates].
@NullMarked
package dev.sheaf.groupby.cpu.direct;

import org.jspecify.annotations.NullMarked;
