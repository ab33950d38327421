/// `sheaf soak`: all cases of the random suites, for hours if need be. Start at [SoakBench].
///
/// [Suites] finds the suites in the compiled tests. [MavenRun] has their tests run, and each module keeps a journal
/// in the [SoakFolder] of the seed. [SoakReport] says and files what the journals come to.
@NullMarked
package dev.sheaf.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
