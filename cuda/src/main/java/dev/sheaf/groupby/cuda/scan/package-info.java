/// How a scan of the fast strategies reads rows: key words, values, cells of groups, and the text that kernels are made
/// of.
///
/// In go a [FastPlan], which [FastPlanner] makes, and columns on the device; a [KeySampler] looks at a sample,
/// [KeyRanges] make a [KeyLayout] of words, and [ShapeBuilder] a [ScanShape], which says what a group keeps.
/// [ScanSource] writes all of it as `spec.cuh`; what reads rows in it comes from `ScanReads` for plain columns and from
/// `FusedReads` where something is computed. Start at [FastRequest].
@NullMarked
package dev.sheaf.groupby.cuda.scan;

import org.jspecify.annotations.NullMarked;
