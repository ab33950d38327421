/// The group-by on a GPU: the choice of a strategy, the sequence of launches, the transfer to the device and back.
///
/// Start at [CudaBackend]. [DeviceColumn] is a column in device memory; [ColumnReduction] finds its range, sum and
/// count; [DenseGroups] groups by keys that are nearly group numbers. Phases carry the same names as on the
/// CPU, so that two profiles can be laid side by side.
@NullMarked
package dev.sheaf.groupby.cuda;

import org.jspecify.annotations.NullMarked;
