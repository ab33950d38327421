/// The spillable store: bytes and tables that leave memory while it is short.
///
/// Start at [StoredBatches], which operators keep batches in. [SpillManager] knows the [SpillableBuffer]s of a pool
/// and moves those unused longest from device to host to disk; [SpillOptions] say when, [SpillStatistics] what
/// moved. [ExternalSort] sorts more rows than memory holds. [SpillFolder] is a folder that cleans up after
/// processes that were killed. How columns lie on disk is known only to the process that wrote them: the bytes are
/// those of their buffers, so that spilling runs at the speed of the disk, with a checksum.
@NullMarked
package dev.sheaf.spill;

import org.jspecify.annotations.NullMarked;
