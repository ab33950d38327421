/// Distinct texts as numbers on the device.
///
/// In go columns of text, out come 32-bit numbers of distinct texts and, at the end, the texts of some
/// numbers. Start at [TextIds].
@NullMarked
package dev.sheaf.groupby.cuda.text;

import org.jspecify.annotations.NullMarked;
