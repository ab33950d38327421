/// `sheaf soak`: all cases of the random suites, for hours if need be. Start at [SoakBench].
///
/// [Suites] finds the suites in the compiled tests, [MavenRun] has their tests run, whose cases keep a journal in
/// a folder of the seed, and [SoakReport] reads the journals and files what they come to.
@NullMarked
package dev.sheaf.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
