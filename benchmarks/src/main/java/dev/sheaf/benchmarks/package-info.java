/// How fast it is: `sheaf bench` and its subcommands, starting at [Bench].
///
/// [Contest] runs Sheaf and its peers in turn. What is asked is in `data`, who answers in `engine`, what came out
/// in `report`.
@NullMarked
package dev.sheaf.benchmarks;

import org.jspecify.annotations.NullMarked;
