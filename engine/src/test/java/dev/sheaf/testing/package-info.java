/// What the tests of all modules share.
///
/// [Tables] writes small tables down and compares tables; [PoolCheck] gives each test a pool of its own and fails
/// it if memory is left. [RandomTables] makes samples from a seed, [RandomCases] runs a test over many of them and
/// names the seed that fails (in full by `./sheaf soak`: `SoakRun`), [Shrinking] makes a failing sample small. The
/// group-by's meaning is pinned by [dev.sheaf.testing.groupby.GroupByContract].
@NullMarked
package dev.sheaf.testing;

import org.jspecify.annotations.NullMarked;
