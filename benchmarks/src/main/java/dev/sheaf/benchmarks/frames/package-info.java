/// `sheaf bench frames`: operations of data frames beside DFLib, Tablesaw and Polars.
///
/// Start at [FramesBench], which draws [Operation]s. Each [FrameLibrary] answers them by itself, and their answers are
/// compared before the clock starts.
@NullMarked
package dev.sheaf.benchmarks.frames;

import org.jspecify.annotations.NullMarked;
