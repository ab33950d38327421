/// Columns as frames hold them: shared, written with copy-on-write, and closed when nobody reaches them any
/// more.
///
/// In come columns, out come views of them that stay valid while they are open. Programs that use frames need
/// [FrameOptions] and [Exposed]. To read on, start at [FrameColumn], a window on a [ColumnCell], which owns one
/// column.
@NullMarked
package dev.sheaf.frame.store;

import org.jspecify.annotations.NullMarked;
