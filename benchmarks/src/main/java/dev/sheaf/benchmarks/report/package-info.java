/// What came out: [Timing] and [Comparison], and [Report], which prints and files them.
@NullMarked
package dev.sheaf.benchmarks.report;

import org.jspecify.annotations.NullMarked;
