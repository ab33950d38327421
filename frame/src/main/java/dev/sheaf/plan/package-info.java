/// Queries as data: a logical plan, the rules that improve it, the physical plan that runs, and `explain` for each.
///
/// Frames and SQL both build plans of this package; nothing else runs a query.
@NullMarked
package dev.sheaf.plan;

import org.jspecify.annotations.NullMarked;
