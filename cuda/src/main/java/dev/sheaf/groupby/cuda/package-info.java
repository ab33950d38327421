/// The group-by on a GPU: the backend, and tables that stay on a device.
///
/// In goes a request with host batches ([CudaBackend], [HostGroupBy]) or over a [GpuTable] ([GpuQuery]);
/// [ResidentGroupBy] lets the fast strategies group rows that are on the device or, where those decline,
/// the general one. A row goes from [dev.sheaf.groupby.cuda.stride.StrideAhead] through
/// [dev.sheaf.groupby.cuda.fast.FastGroupBy] to [dev.sheaf.groupby.cuda.result.ResultTable]. Phases carry
/// the same names as on the CPU, so that two profiles can be laid side by side. Start at [CudaBackend].
@NullMarked
package dev.sheaf.groupby.cuda;

import org.jspecify.annotations.NullMarked;
