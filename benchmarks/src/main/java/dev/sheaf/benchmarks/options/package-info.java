/// What all benchmarks can be told on the command line: [BenchOptions].
@NullMarked
package dev.sheaf.benchmarks.options;

import org.jspecify.annotations.NullMarked;
