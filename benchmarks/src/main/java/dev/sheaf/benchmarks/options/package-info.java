/// What all benchmarks can be told on the command line, and what follows from it. Start at [BenchOptions]; [Runs] says
/// how often to run, [Workloads] over which tables, [Peers] beside whom.
@NullMarked
package dev.sheaf.benchmarks.options;

import org.jspecify.annotations.NullMarked;
