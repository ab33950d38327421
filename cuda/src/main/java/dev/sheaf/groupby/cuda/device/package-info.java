/// Columns, arrays, counters and structures in the memory of one device, and what a query works with there.
///
/// Nothing here knows what a group-by is. [DeviceColumn] is a column in the Arrow layout and [DeviceTable]
/// some of them; [DeviceRun] is what the general strategy launches with, [KernelStruct] what a kernel gets,
/// [Signal] and [Counters] what it tells the host. Start at [DeviceColumn].
@NullMarked
package dev.sheaf.groupby.cuda.device;

import org.jspecify.annotations.NullMarked;
