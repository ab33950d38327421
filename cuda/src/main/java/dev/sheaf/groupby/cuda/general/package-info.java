/// The general strategy: rows to numbers of groups, numbers and values to states.
///
/// In go inputs on the device, stride by stride, out come groups and their states. [GroupIds] numbers keys,
/// a [GroupState] keeps what one aggregate needs. Start at [GeneralGroupBy].
@NullMarked
package dev.sheaf.groupby.cuda.general;

import org.jspecify.annotations.NullMarked;
