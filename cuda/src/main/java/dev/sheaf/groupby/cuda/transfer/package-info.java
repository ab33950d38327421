/// From columns of the host to columns of the device and back.
///
/// In goes a column or a batch ([Upload], [ColumnSink] by type, through the pinned slabs of [Staging]), out comes a
/// [dev.sheaf.groupby.cuda.device.DeviceColumn]; [ColumnDownload] is the way back. Start at [Upload].
@NullMarked
package dev.sheaf.groupby.cuda.transfer;

import org.jspecify.annotations.NullMarked;
