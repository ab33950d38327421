/// How a scan of the fast strategies reads rows: key words, values, cells of groups, and the text that kernels are made
/// of.
///
/// In go a [FastPlan] and columns on the device; a [KeySampler] looks at a sample, [KeyRanges] make a [KeyLayout] of
/// words,
/// [ScanShape] says what a group keeps, and [ScanSource] writes it as `spec.cuh`. Start at [FastRequest].
@NullMarked
package dev.sheaf.groupby.cuda.scan;

import org.jspecify.annotations.NullMarked;
