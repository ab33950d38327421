/// Rows of a host that arrive on the device in strides.
///
/// In goes a [dev.sheaf.query.BatchSource], out come [Stride]s of inputs, the next one read while one is
/// grouped. Start at [StrideAhead].
@NullMarked
package dev.sheaf.groupby.cuda.stride;

import org.jspecify.annotations.NullMarked;
