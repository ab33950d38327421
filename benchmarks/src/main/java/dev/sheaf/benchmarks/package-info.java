/// How fast it is: `sheaf bench`. Start at [Bench]. A package for each kind of benchmark: `peers`, `queries`,
/// `joins`, `windows`, `frames`, `threads`, `sweep`, `process`, `alone` and `shapes`. They share `options`,
/// `data` (what is asked), `engine` (who answers), `contest` (turns) and `report`. `soak` measures nothing: it
/// runs the random suites in full.
@NullMarked
package dev.sheaf.benchmarks;

import org.jspecify.annotations.NullMarked;
