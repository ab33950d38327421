/// What came out. Start at [Report], which prints and files each [Timing] and [Comparison].
@NullMarked
package dev.sheaf.benchmarks.report;

import org.jspecify.annotations.NullMarked;
