/// The launches of the fast strategies.
///
/// In goes a [dev.sheaf.groupby.cuda.scan.FastRequest], out come groups on the device or a
/// [dev.sheaf.groupby.cuda.scan.Refusal]. [PlanRun] runs a plan; each plan has a class that launches it. Start at
/// [FastGroupBy].
@NullMarked
package dev.sheaf.groupby.cuda.fast;

import org.jspecify.annotations.NullMarked;
