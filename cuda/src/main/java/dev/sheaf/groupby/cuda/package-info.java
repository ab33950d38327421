/// The group-by on a GPU: the choice of a strategy, the sequence of launches, the transfer to the device and back.
///
/// Start at [CudaBackend]: [GeneralPlanner] turns a request into a [GeneralPlan], [HostGroupBy] brings rows to the
/// device ([Stride], by [ColumnSink]s, through [Staging]), and [ResidentGroupBy] lets [FastGroupBy] group them or,
/// where that declines, [GeneralGroupBy]. [DeviceColumn] is a column in device memory, [DeviceTable] some of them,
/// [ColumnDownload] the way back. Phases carry the same names as on the CPU, so that two profiles can be laid
/// side by side.
@NullMarked
package dev.sheaf.groupby.cuda;

import org.jspecify.annotations.NullMarked;
