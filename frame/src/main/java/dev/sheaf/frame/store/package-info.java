/// Columns as frames hold them: shared, written with copy-on-write, and closed when nobody reaches them any
/// more.
///
/// Programs that use frames need [FrameOptions] and [Exposed]. [ColumnCell] owns one column; [FrameColumn]
/// is a window on a cell.
@NullMarked
package dev.sheaf.frame.store;

import org.jspecify.annotations.NullMarked;
