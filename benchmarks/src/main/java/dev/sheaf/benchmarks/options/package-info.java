/// What all benchmarks can be told on the command line ([BenchOptions]), and what follows from it: how
/// often to run ([Runs]), over which tables ([Workloads]), beside whom ([Peers]).
@NullMarked
package dev.sheaf.benchmarks.options;

import org.jspecify.annotations.NullMarked;
