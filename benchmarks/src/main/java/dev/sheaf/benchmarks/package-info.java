/// How fast it is: comparisons with peers in one run ([OrdersBenchmark]).
///
/// A benchmark checks its answer before it starts the clock, and prints what it ran on.
@NullMarked
package dev.sheaf.benchmarks;

import org.jspecify.annotations.NullMarked;
