/// The columns and the index of a frame, and how plans run over them: start at [Frame]. Not for programs,
/// which use [dev.sheaf.frame.DataFrame](../DataFrame.html).
///
/// [Pairs] puts two frames side by side by their indexes; [FrameText] and [Html] draw; [JavaRows] and
/// [ResultSets] read.
@NullMarked
package dev.sheaf.frame.data;

import org.jspecify.annotations.NullMarked;
