/// `sheaf bench frames`: operations of data frames beside DFLib, Tablesaw and Polars.
///
/// [FramesBench] draws [Operation]s; each [FrameLibrary] answers them by itself, and their answers are compared before
/// the clock starts.
@NullMarked
package dev.sheaf.benchmarks.frames;

import org.jspecify.annotations.NullMarked;
