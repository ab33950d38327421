/// One aggregate over more and more groups, around every point where the engine changes its strategy. Start at
/// [SweepBench]; [GroupsBench] measures groups that are kept.
@NullMarked
package dev.sheaf.benchmarks.sweep;

import org.jspecify.annotations.NullMarked;
