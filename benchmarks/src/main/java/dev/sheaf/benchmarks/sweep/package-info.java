/// One aggregate over more and more groups, around every point where the engine changes its strategy: [SweepBench].
@NullMarked
package dev.sheaf.benchmarks.sweep;

import org.jspecify.annotations.NullMarked;
